"""Traces with many objects, deep trees, long lines or similar keys, as lines; by their names, and
how many of it there are."""

from definitions import definition, definitions

DEFINITIONS = [
    ("DefineContainerType", "Alias Type Name"),
    ("DefineStateType", "Alias Type Name"),
    ("DefineLinkType", "Alias Type StartContainerType EndContainerType Name"),
    ("CreateContainer", "Time Alias Type Container Name"),
    ("PushState", "Time Type Container Value"),
    ("StartLink", "Time Type Container StartContainer Value Key"),
    ("EndLink", "Time Type Container EndContainer Value Key"),
    ("TraceFile", "Container Type Filename"),
    ("DestroyContainer", "Time Type Name"),
]

HEADER = definitions(DEFINITIONS) + """\
0 P 0 Process
1 S P State
2 L 0 P P Link
3 0 p P 0 p
"""


def many_definitions(count):
    for i in range(count):
        yield definition("SetState", 100 + i, "Time Type Container Value")
    yield f"{99 + count} 1 S p last\n"


def one_definition_again(count):
    yield from (definition("SetState", 100, "Time Type Container Value") for _ in range(count))


def wide_definition(count):
    """Fields that none of its lines has."""
    yield definition("SetState", 100, "Time Type Container Value " + " ".join(
        f"f{i}" for i in range(count)))
    yield from (f"100 {i} S p\n" for i in range(count))


def many_fields(count):
    """Each with a name of its own, in each of a few lines."""
    names = " ".join(f"f{i}" for i in range(count))
    yield definition("PushState", 100, f"Time Type Container Value {names}")
    yield definition("PopState", 101, f"Time Type Container {names}")
    words = " x" * count
    yield from (f"100 {i} S p v{words}\n101 {i} S p{words}\n" for i in range(5))


def long_names_meant(count):
    """By lines that are wrong: each message says what they mean."""
    yield f"0 T P {'t' * 5 * count}\n3 0 t T p {'c' * 5 * count}\n"
    yield from (f"4 {i} S t v\n" for i in range(count))


def great_ids(_):
    for i in (2 ** 31, 2 ** 62, 2 ** 63 - 1, -2 ** 63):
        yield definition("SetState", i, "Time Type Container Value") + f"{i} 1 S p v{i}\n"


def spread_ids(count):
    """As far from each other as ids can be: nothing may have a place for each number between."""
    step = 2 ** 64 // count
    for i in range(-(count // 2), count // 2):
        number = i * step + 1000  # not one of those above
        yield definition("SetState", number, "Time Type Container Value") + f"{number} {i + count} S p v\n"


def too_great_ids(_):
    for i in (2 ** 63, -2 ** 63 - 1, 10 ** 400):
        yield definition("SetState", i, "Time Type Container Value") + f"{i} 1 S p v\n"


def alike(count):
    """Different words that a careless hash takes for one: they share their beginning, end, length and
    blocks of 8 and 16 bytes, in other orders; or they end in bytes that are 0."""
    for i in range(count // 4):
        number = f"{i:08x}"
        yield f"AAAAAAAA{number}ZZZZZZZZ"
        yield f"AAAAAAAAZZZZZZZZ{number}{'M' * 16}AAAAAAAAZZZZZZZZ"
        yield "".join("aaaaaaaabbbbbbbb" if i >> bit & 1 else "bbbbbbbbaaaaaaaa" for bit in range(20))
        yield f"n{i // 64:x}" + "\0" * (i % 64)


def alike_keys(count):
    for time, key in enumerate(alike(count)):
        yield f"5 {time} L 0 p v {key}\n6 {time} L 0 p v {key}\n"


def waiting_alike_keys(count):
    """All of them are remembered until the last has come."""
    yield from (f"5 0 L 0 p v {key}\n" for key in alike(count))
    yield from (f"6 1 L 0 p v {key}\n" for key in alike(count))


def alike_names(count):
    for name in alike(count):
        yield f"3 0 {name} P 0 {name}\n"


def alike_values(count):
    for time, name in enumerate(alike(count)):
        yield f"4 {time} S p {name}\n"


def long_names(count):
    yield f"3 0 {'q' * count} P 0 {'n' * count}\n4 1 S p \"{'v ' * count}\"\n"


def deep_states(count):
    for i in range(count):
        yield f"4 {i} S p v{i % 3}\n"


def all_at_once(count):
    """States in one another, of no duration, and links."""
    for i in range(count):
        yield f"4 0 S p v{i % 3}\n5 0 L 0 p v k{i}\n6 0 L 0 p v k{i}\n"


def deep_containers(count):
    """Each of a type of its own, for a container belongs into one of its type's parent; with a state."""
    type_above, above = "P", "p"
    for i in range(count):
        yield f"0 T{i} {type_above} T{i}\n1 S{i} T{i} State\n3 {i} c{i} T{i} {above} c{i}\n4 {i} S{i} c{i} v\n"
        type_above, above = f"T{i}", f"c{i}"


def late_containers(count):
    """Deep below containers that were destroyed, each to die with the next one up."""
    yield "0 T0 P T0\n3 0 c0 T0 p c0\n"
    for i in range(1, 2 * count):
        yield f"0 T{i} T{i - 1} T{i}\n3 0 c{i} T{i} c{i - 1} c{i}\n"
    yield f"0 X T{2 * count - 1} X\n8 0 T{2 * count - 1} c{2 * count - 1}\n"
    for i in range(count):
        above = 2 * count - 2 - i
        yield f"3 0 x{i} X c{2 * count - 1} x{i}\n8 0 T{above} c{above}\n"


def misplaced_containers(count):
    for i in range(count):
        yield f"3 0 c{i} P {f'c{i - 1}' if i else 'p'} c{i}\n"


def deep_types(count):
    for i in range(count):
        yield f"0 T{i} {f'T{i - 1}' if i else 'P'} T{i}\n"


def many_containers(count):
    for i in range(count):
        yield f"3 0 c{i} P 0 c{i}\n"


def many_tracks(count):
    """Each of a container and a value of its own: nothing may hold all with all."""
    for i in range(count):
        yield f"3 0 c{i} P 0 c{i}\n4 {i} S c{i} v{i}\n"


def many_lists(count):
    """As many types as containers, which could have lists of all of them."""
    yield from (f"1 S{i} P s{i}\n" for i in range(count))
    for i in range(count):
        yield f"3 0 c{i} P 0 c{i}\n4 {i} S{i} c{i} v\n8 {i} P c{i}\n"


def many_types(count):
    """Of one container, each with a state."""
    for i in range(count):
        yield f"1 S{i} P s{i}\n4 {i} S{i} p v\n"


def many_values(count):
    for i in range(count):
        yield f"4 {i} S p value{i}\n"


def waiting_links(count):
    for i in range(count):
        yield f"5 {i} L 0 p v key{i}\n"


def one_long_line(count):
    yield "4 1 S p" + " v" * count + "\n"


def no_line_end(count):
    yield "x" * (10 * count)


def missing_parts(count):
    for i in range(count):
        yield f"7 p P part{i}.trace\n"


SHAPES = {  # and how many
    many_definitions: 50_000, great_ids: 1, long_names: 25_000_000, deep_states: 200_000,
    all_at_once: 200_000, one_definition_again: 50_000, wide_definition: 50_000, many_fields: 50_000,
    long_names_meant: 200_000, many_types: 100_000,
    deep_containers: 100_000, late_containers: 50_000, misplaced_containers: 50_000,
    deep_types: 100_000, many_containers: 200_000, many_tracks: 100_000, many_lists: 50_000,
    many_values: 200_000, waiting_links: 200_000, one_long_line: 1_000_000, no_line_end: 10_000_000,
    missing_parts: 100_000, spread_ids: 50_000, too_great_ids: 1, alike_keys: 200_000,
    waiting_alike_keys: 200_000, alike_names: 200_000, alike_values: 200_000,
}
# What there have to be as many of in the end as were written.
COUNTED = {"alike_keys": "links", "waiting_alike_keys": "links", "spread_ids": "states",
           "alike_names": "containers", "alike_values": "entity_value"}
ALREADY = {"containers": 2, "entity_value": 0}  # the root and p
