"""Event definitions of traces that tests make, from a line each."""


def definition(kind, number, fields):
    """`fields` are names, with their types after a colon unless they are date (of Time) or string."""
    lines = []
    for field in fields.split():
        name, _, kind_of_field = field.partition(":")
        lines.append(f"% {name} {kind_of_field or ('date' if name == 'Time' else 'string')}\n")
    return f"%EventDef Paje{kind} {number}\n{''.join(lines)}%EndEventDef\n"


def definitions(kinds):
    """Of (kind, fields) each, numbered from 0 on."""
    return "".join(definition(kind, number, fields) for number, (kind, fields) in enumerate(kinds))
