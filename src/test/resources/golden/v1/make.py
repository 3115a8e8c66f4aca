"""Makes the files here that Verbatim does not write: by NumPy (numpy/) and by hand (malformed/).

They are committed; run this only to add one: python3 make.py
"""

import os
import struct
import sys

import numpy as np

sys.dont_write_bytecode = True
from book import books

QUOTE = [('id', '<i8'), ('bid', '<f8'), ('ask', '<f8')]
DESCR = "[('id', '<i8'), ('bid', '<f8'), ('ask', '<f8')]"


def quotes(dtype):
    array = np.zeros(3, dtype)
    for i in range(3):
        array[i] = (i, i * 0.5 + 1, -i - 0.25)
    return array


def by_numpy(name, array, version=None):
    with open(f'numpy/{name}.npy', 'wb') as file:
        np.lib.format.write_array(file, array, version)


def by_hand(name, header, version=1, length=None, magic=b'\x93NUMPY', data=bytes(72), pad=True):
    header = header if isinstance(header, bytes) else header.encode('latin1')
    start = len(magic) + 2 + (2 if version == 1 else 4)
    if pad:
        header += b' ' * (-(start + len(header) + 1) % 64) + b'\n'
    length = len(header) if length is None else length
    with open(f'{name}.npy', 'wb') as file:
        file.write(magic + bytes([version, 0]) + struct.pack('<H' if version == 1 else '<I', length) + header + data)


def dictionary(descr=DESCR, order='False', shape='(3,)'):
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}"


def counted(count):
    """The header that Verbatim writes for quotes, whose count field starts at 108 and ends at 128."""
    start = f"{{'descr': {DESCR}, 'fortran_order': False, 'shape': ("
    assert len(count) == 20 and 10 + len(start) <= 108
    return start + ' ' * (108 - 10 - len(start)) + count + ',), }'


os.makedirs('numpy', exist_ok=True)
os.makedirs('malformed', exist_ok=True)

by_numpy('version-1.0', quotes(QUOTE), (1, 0))
by_numpy('version-2.0', quotes(QUOTE), (2, 0))
by_numpy('version-3.0', quotes([('größe', '<i8'), ('価格', '<f8'), ('ask', '<f8')]), (3, 0))
by_numpy('big-endian', quotes([('id', '>i8'), ('bid', '>f8'), ('ask', '>f8')]))
by_numpy('both-quotes', quotes([("it's", '<i8'), ('say "no"', '<i8'), ('\'"', '<i8')]).astype(
    [("it's", '<i8'), ('say "no"', '<i8'), ('\'"', '<i8')]))
by_numpy('aligned', np.array([(1, 2, 3)], np.dtype([('a', 'i1'), ('b', '<i8'), ('c', '<i2')], align=True)))
by_numpy('titled', quotes([(('the id', 'id'), '<i8'), ('bid', '<f8'), ('ask', '<f8')]))
by_numpy('nested-little-endian', books('<', 2))
by_numpy('nested-big-endian', books('>', 2))
by_numpy('fortran-order', np.asfortranarray(quotes(QUOTE)))
data = quotes(QUOTE).tobytes()
by_hand('numpy/key-order', "{'shape': (3,), 'fortran_order': False, 'descr': " + DESCR + '}', data=data)
by_hand('numpy/double-quotes', dictionary().replace("'", '"'), data=data)
by_hand('numpy/multi-line', dictionary().replace(', ', ',\n\t'), data=data)

open('malformed/empty.npy', 'wb').close()
by_hand('malformed/bad-magic', dictionary(), magic=b'\x93NUMPI')
by_hand('malformed/version-9', dictionary(), version=9)
by_hand('malformed/truncated-header', dictionary()[:40], length=118, data=b'', pad=False)
by_hand('malformed/header-too-long', dictionary(), version=2, length=0xFFFFFFFF)
by_hand('malformed/not-a-dict', '[1, 2]')
by_hand('malformed/missing-key', f"{{'descr': {DESCR}, 'shape': (3,), }}")
by_hand('malformed/shape-0d', dictionary(shape='()'))
by_hand('malformed/shape-2d', dictionary(shape='(3, 1)'))
by_hand('malformed/shape-not-a-tuple', dictionary(shape='(3)'))
by_hand('malformed/shape-negative', dictionary(shape='(-3,)'))
by_hand('malformed/shape-beyond-long', dictionary(shape='(99999999999999999999,)'))
by_hand('malformed/plain-dtype', dictionary(descr="'<f8'"))
by_hand('malformed/field-not-a-tuple', dictionary(descr="['id', '<i8']"))
by_hand('malformed/field-without-type', dictionary(descr="[('id',)]"))
by_hand('malformed/name-not-a-string', dictionary(descr="[(1, '<i8')]"))
by_hand('malformed/name-twice', dictionary(descr="[('id', '<i8'), ('id', '<i8'), ('ask', '<f8')]"))
by_hand('malformed/nested-name-twice', dictionary(descr="[('id', [('a', '<i4'), ('a', '<i4')])]"))
by_hand('malformed/type-not-a-type', dictionary(descr="[('id', 8)]"))
by_hand('malformed/type-too-large', dictionary(descr="[('id', '<i8', (65536, 65536)), ('bid', '<f8')]"))
by_hand('malformed/field-shape-not-numbers', dictionary(descr="[('id', '<i8', ('1',))]"))
by_hand('malformed/unterminated-string', "{'descr': [('id', '<i8")
by_hand('malformed/bad-escape', dictionary(descr=r"[('i\d', '<i8')]"))
by_hand('malformed/junk-after-dict', dictionary() + ' 1')
by_hand('malformed/nested-too-deep', dictionary(descr='[' * 101 + ']' * 101))
by_hand('malformed/fortran-order-0', dictionary(order='0'))
by_hand('malformed/not-utf-8', dictionary(descr="[('\xff', '<i8')]"), version=3)
by_hand('malformed/fewer-records', dictionary(shape='(4,)'), data=bytes(95))
by_hand('malformed/no-records', dictionary(shape='(4,)'), data=b'')
by_hand('malformed/count-beyond-file', counted('                   4'))
by_hand('malformed/count-huge', counted('    9999999999999999'))
by_hand('malformed/count-letter', counted('                   x'))
by_hand('malformed/count-two-numbers', counted('                 1 3'))
by_hand('malformed/count-underscores', counted('          1_0000_000'))
by_hand('malformed/count-marker-far', counted('            3_000000'))
by_hand('malformed/count-marker-junk', counted('            1_999999'))
