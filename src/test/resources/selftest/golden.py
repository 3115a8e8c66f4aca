"""Makes the golden bytes of the self-test, from the pages of the formats alone: python3 golden.py > golden.txt

The output is src/main/resources/dev/verbatim/cli/selftest/golden.txt. A test compares the two.
"""

import datetime
import decimal
import struct
import uuid

UNTOUCHED = b'\x5a'  # what the self-test finds in padding, as it was there before
NAN_FLOAT = bytes.fromhex('7fc01234')
NAN_DOUBLE = bytes.fromhex('7ff8000000abcdef')
TEXT = 'Zürich €'.encode()
CODES = {'boolean': '?', 'byte': 'b', 'short': 'h', 'char': 'H', 'int': 'i', 'long': 'q', 'float': 'f', 'double': 'd'}
ARRAYS = [
    ('boolean', [True, False, True]),
    ('byte', [-128, 0, 127]),
    ('short', [-2**15, 258]),
    ('char', [ord('A'), 0xffff]),
    ('int', [-2**31, 0x01020304]),
    ('long', [-2**63, 0x0102030405060708]),
    ('float', [-0.0, 1.5, float('inf')]),
    ('double', [0.1, 5e-324]),
]


class Struct:
    """The bytes of a struct, with the padding of C or without any."""

    def __init__(self, order, packed=False, padding=UNTOUCHED):
        self.order, self.packed, self.padding = order, packed, padding
        self.data = b''
        self.alignment = 1

    def align(self, alignment):
        if not self.packed:
            self.alignment = max(self.alignment, alignment)
            self.data += self.padding * (-len(self.data) % alignment)

    def put(self, kind, *values):
        for value in values:
            if isinstance(value, bytes):  # a NaN, highest byte first
                encoded = value if self.order == '>' else value[::-1]
            else:
                encoded = struct.pack(self.order + CODES[kind], value)
            self.align(len(encoded))
            self.data += encoded
        return self

    def raw(self, data, alignment=1):
        self.align(alignment)
        self.data += data
        return self

    def end(self):
        self.align(self.alignment)
        return self.data


def part(order, packed, kind, price):
    return Struct(order, packed).put('short', kind).put('double', price).end()


def everything(order, packed):
    s = Struct(order, packed)
    s.put('boolean', True).put('byte', -100).put('short', -12345).put('char', ord('€')).put('int', 0x12345678)
    s.put('long', 0x0123456789abcdef).put('float', NAN_FLOAT).put('double', NAN_DOUBLE)
    s.put('byte', 0).put('short', 1).put('char', 2).put('int', 1).put('long', 2)
    s.raw(TEXT.ljust(12, b'\0'))
    for kind, values in ARRAYS:
        s.put(kind, *values)
    for kind, price in [(7, 2.5), (1, 1.25), (-2, -1e300), (3, 1 / 3)]:
        s.raw(part(order, packed, kind, price), 8)
    return s.end()


def converted(order):
    def number(time, unit):
        return (time - datetime.datetime(1970, 1, 1)) // datetime.timedelta(**unit)

    def base65(text):
        digits = '.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
        return sum((digits.index(c) + 1) * 65**i for i, c in enumerate(text))

    name = uuid.UUID('00112233-4455-6677-8899-aabbccddeeff')
    s = Struct(order)
    s.put('long', 1_700_000_000_123_456_789)
    s.put('long', -1500)
    s.put('int', number(datetime.datetime(2026, 11, 23), {'days': 1}))
    s.put('long', number(datetime.datetime(1999, 12, 31, 23, 59, 59, 999_000), {'milliseconds': 1}))
    s.raw(name.bytes)
    s.put('long', name.int >> 64, (name.int & 2**64 - 1) - 2**64)
    s.put('int', 0xfedcba98 - 2**32).put('short', 0xfedc - 2**16).put('byte', 0xfe - 2**8)
    s.raw((0xabcdef).to_bytes(3, 'little' if order == '<' else 'big'))
    s.put('long', int(decimal.Decimal('-12345.6789') * 10**4))
    s.put('byte', ord('S')).put('long', 1 << 1).put('int', -2**31)
    s.put('long', int.from_bytes(b'VBTM', 'little')).put('long', base65('AB.9'))
    s.raw('né'.encode('latin1').ljust(5, b' '))
    s.put('long', 42)
    return s.end()


def var_record(header, parts):
    """A variable-length record: the bytes of its plain members, and the parts of its tail, None for null."""
    fixed_size = 8 + len(header) + 8 * len(parts)
    references, tail = b'', b''
    end = fixed_size
    for data in parts:
        if data is None:
            references += struct.pack('<ii', 0, -1)
            continue
        gap = -end % 8
        references += struct.pack('<ii', end + gap, len(data))
        tail += bytes(gap) + data
        end += gap + len(data)
    return struct.pack('<ii', fixed_size, end) + header + references + tail


def var_list(elements):
    ends, data = [], b''
    start = 8 + 4 * len(elements)
    for element in elements:
        data += bytes(-(start + len(data)) % 8) + element
        ends.append(start + len(data))
    return struct.pack(f'<ii{len(ends)}i', len(elements), 0, *ends) + data


def tag(name):
    return var_record(b'', [None if name is None else name.encode()])


def message(order):
    def elements(kind, values):
        return Struct(order).put(kind, *values).data

    arrays = [elements(kind, [] if kind == 'long' else values) for kind, values in ARRAYS]
    # Padding within the elements of a tail is zero.
    levels = [Struct(order, padding=b'\0').put('short', k).put('double', p).end() for k, p in [(1, 1.25), (-2, -1e300)]]
    parts = struct.pack('<ii', 2, 16) + b''.join(levels)
    header = struct.pack(order + 'q', 0x0123456789abcdef)
    return var_record(header, [TEXT, None, *arrays, parts, var_list([tag('a'), tag(None), tag('')])])


def cursor(order):
    s = Struct(order, packed=True)
    s.put('boolean', True).put('byte', -100).put('short', -12345).put('char', ord('€')).put('int', 0x12345678)
    s.put('long', 0x0123456789abcdef).put('float', NAN_FLOAT).put('double', NAN_DOUBLE)
    s.put('int', len(TEXT)).raw(TEXT).put('int', -1)
    for kind, values in ARRAYS:
        s.put('int', len(values)).put(kind, *values)
    s.put('long', *ARRAYS[5][1])
    s.raw(bytes(-len(s.data) % 8))
    s.raw(part(order, True, 7, 2.5)).raw(tag('a'))
    return s.data


def atomic(order):
    return Struct(order).put('int', 0x12345678).put('long', 0x0123456789abcdef).put('float', 1.5).put('double', 0.1).end()


QUOTES = [(1, 99.5, 'A', 0), (-2, -0.0, 'ÜB', 1), (2**62, 5e-324, 'LONG', 2)]


def quote(order, number, price, symbol, colour):
    return struct.pack(order + 'qd4si', number, price, symbol.encode(), colour)


def npy(order):
    o = order
    descr = f"[('id', '{o}i8'), ('price', '{o}f8'), ('symbol', '|S4'), ('colour', '{o}i4')]"
    start = 10 + len(f"{{'descr': {descr}, 'fortran_order': False, 'shape': (")
    end = start + 20 + -(start + 20) % 8
    header = f"{{'descr': {descr}, 'fortran_order': False, 'shape': (" + str(len(QUOTES)).rjust(end - start) + ',), }'
    header += ' ' * (-(10 + len(header) + 1) % 64) + '\n'
    data = b''.join(quote(order, *values) for values in QUOTES)
    return b'\x93NUMPY\x01\x00' + struct.pack('<H', len(header)) + header.encode('latin1') + data


def crc32c(data):
    crc = 0xffffffff
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82f63b78 if crc & 1 else 0)
    return crc ^ 0xffffffff


def entry(layout, payload):
    """A committed entry, of the first appender of a log."""
    word = 2 << 60 | 0 << 50 | 1 << 30 | len(payload)
    layout_id = crc32c(layout.encode()) if layout else 0
    body = struct.pack('<I', layout_id) + payload + bytes(-len(payload) % 8)
    checksum = crc32c(bytes(4) + body) ^ word & 0xffffffff ^ word >> 32
    return struct.pack('<QI', word, checksum) + body


def segment(magic, entries):
    """A segment up to the end of its entries, without the time at which it was made."""
    data = b''.join(entries)
    header = struct.pack('<8siiqqqqqq', magic, 1, 0, 0, SEGMENT_SIZE, 0, 0, 0, 0)
    return header + struct.pack('<q', 128 + len(data)).ljust(64, b'\0') + data


SEGMENT_SIZE = 4096
QUOTE = '{"id":j,"price":d,"symbol":[4]b,"colour":i}'
BIG_QUOTE = '{"id":J,"price":D,"symbol":[4]b,"colour":I}'
TAG = '{"fixedSize":i,"totalSize":i,"name":{"offset":i,"length":i,"elements":[0]b}}'


def queue():
    return segment(b'VBQSEGMT', [
        entry(QUOTE, quote('<', *QUOTES[0])),
        entry(BIG_QUOTE, quote('>', *QUOTES[1])),
        entry(TAG, tag('Zürich €')),
        entry('', b'\1\2\3'),
    ])


def map_entry(key, value):
    key = key.encode()
    payload = struct.pack('<qii', 0, len(key), 0 if value else 1) + key + bytes(-len(key) % 8) + value
    return entry(QUOTE if value else '', payload)


def map_log():
    return segment(b'VBMSEGMT', [
        map_entry('a', quote('<', *QUOTES[0])),
        map_entry('Zürich €', quote('<', *QUOTES[1])),
        map_entry('', quote('<', *QUOTES[1])),
        map_entry('a', quote('<', *QUOTES[2])),
        map_entry('', b''),
    ])


GOLDEN = {}
for name, order in [('little-endian', '<'), ('big-endian', '>')]:
    GOLDEN[f'{name} struct'] = everything(order, False)
    GOLDEN[f'packed {name} struct'] = everything(order, True)
    GOLDEN[f'{name} conversions'] = converted(order)
    GOLDEN[f'{name} variable-length record'] = message(order)
    GOLDEN[f'{name} cursor'] = cursor(order)
    GOLDEN[f'{name} atomic access'] = atomic(order)
    GOLDEN[f'{name} file'] = npy(order)
GOLDEN['queue'] = queue()
GOLDEN['map'] = map_log()

if __name__ == '__main__':
    print('# Made by golden.py, which lies with the tests.')
    for name, data in GOLDEN.items():
        print(f'[{name}]')
        for i in range(0, len(data), 32):
            print(data[i:i + 32].hex())
