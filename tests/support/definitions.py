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


def numbered(kinds):
    """Of {number: (kind, fields)}."""
    return "".join(definition(kind, number, fields) for number, (kind, fields) in kinds.items())


# Kinds of events that a run of ranks needs, with messages that have a size.
RUN = (("DefineContainerType", "Alias Type Name"), ("DefineStateType", "Alias Type Name"),
       ("DefineLinkType", "Alias Type StartContainerType EndContainerType Name"),
       ("CreateContainer", "Time Alias Type Container Name"), ("PushState", "Time Type Container Value"),
       ("PopState", "Time Type Container"),
       ("StartLink", "Time Type Container StartContainer Value Key Size:int"),
       ("EndLink", "Time Type Container EndContainer Value Key"))
# By the numbers that SimGrid gives them.
RUN_DEFINITIONS = numbered(dict(zip((0, 2, 4, 6, 12, 13, 15, 16), RUN)))
