"""Opens the .npy files that Itch.java has written, and compares each field with what itch.py reads of the feed.

    python3 examples/itch/compare_npy.py FILE FOLDER

Needs NumPy.
"""

import pathlib
import sys

import numpy as np

from itch import FORMATS, read

IN_HEADER = {"stockLocate", "trackingNumber", "timestamp"}


def column(structs, name, kind):
    """A field of all structs, as itch.py has it. The dtypes are those of the bytes: Java has no unsigned integers."""
    field = np.ascontiguousarray(structs["header"][name] if name in IN_HEADER else structs[name])
    if kind == "u48":
        field = field.view("u1").astype("u8") @ (256 ** np.arange(5, -1, -1, dtype="u8"))
    elif kind == "a1":
        return [chr(letter) for letter in field.view("u1")]
    elif kind[0] == "a":
        return [text.tobytes().decode("latin-1").rstrip(" ") for text in field]
    else:
        field = field.view(field.dtype.str.replace("i", "u"))
    return field.tolist()


def main(feed, folder):
    with open(feed, "rb") as file:
        messages = list(read(file.read()))
    fields = 0
    for tag, form in FORMATS.items():
        expected = [message for found, message, _ in messages if found == tag]
        path = pathlib.Path(folder, form.name + ".npy")
        if not path.exists():
            if expected:
                sys.exit(f"there is no file={path}")
            continue
        structs = np.load(path, mmap_mode="r")
        if len(structs) != len(expected):
            sys.exit(f"file={path}: expected {len(expected)} messages, found {len(structs)}")
        for name, kind in form.fields[1:]:  # in a file of one type of message there is no type
            found = column(structs, name, kind)
            for index, message in enumerate(expected):
                if found[index] != message[name]:
                    sys.exit(f"file={path} index={index}: expected {name}={message[name]!r}, found {found[index]!r}")
            fields += len(found)
    print(f"{len(messages)} messages, {fields} fields: all the same")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python3 examples/itch/compare_npy.py FILE FOLDER")
    main(*sys.argv[1:])
