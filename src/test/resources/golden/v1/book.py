"""The records of NestedSamples.Book, as NumPy has them."""

import numpy as np


def dtype(order):
    """The dtype of a book in a byte order, '<' or '>'."""
    i2, i4, i8, u2, f4, f8 = (order + kind for kind in ('i2', 'i4', 'i8', 'u2', 'f4', 'f8'))
    level = np.dtype({'names': ['price', 'size', 'side'], 'formats': [i8, i4, 'i1'], 'offsets': [4, 12, 18], 'itemsize': 20})
    header = np.dtype({
        'names': ['length', 'source', 'versions'], 'formats': [i2, 'S4', (i4, 2)], 'offsets': [0, 4, 8], 'itemsize': 16})
    leg = np.dtype([('header', header), ('levels', level, 2), ('code', u2)])
    return np.dtype([
        ('byteSide', 'i1'), ('shortSide', i2), ('charSide', u2), ('intSide', i4), ('longSide', i8),
        ('symbol', 'S8'), ('noText', 'S0'), ('flags', '?', 3), ('bytes', 'i1', 3), ('chars', u2, 2), ('shorts', i2, 2),
        ('ints', i4, 2), ('noInts', i4, 0), ('longs', i8, 2), ('floats', f4, 2), ('doubles', f8, (1,)),
        ('header', header), ('best', level), ('bids', level, 2), ('asks', level, 3), ('trades', level, 0), ('legs', leg, 2),
        ('last', 'i1')])


def level(index):
    return index * 1_000_000_007, -index - 1, index % 3


def header(index):
    return 1000 + index, f'€{index % 10}'.encode(), [index, -1 - index]


def leg(index):
    return header(index), [level(index), level(index + 1)], ord('a') + index


def book(i):
    return (
        1, 2, 1, 2, i,
        f'ESH{i}'.encode(), b'', [True, False, i == 1], [-128, 127, i], [ord('A'), 0xFFFF], [-2**15, i],
        [-2**31, i], [], [-2**63, i], [-0.5, i], [0.1 + i],
        header(i), level(10 * i), [level(10 * i + 1), level(10 * i + 2)], [level(10 * i + k) for k in (3, 4, 5)], [],
        [leg(2 * i), leg(2 * i + 1)],
        -i)


def books(order, count):
    """An array of the first books; its padding is zero."""
    array = np.zeros(count, dtype(order))
    for i in range(count):
        array[i] = book(i)
    return array
