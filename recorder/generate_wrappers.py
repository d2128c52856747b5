#!/usr/bin/env python3
"""Writes the wrappers of calls of MPI, in C and for Fortran, from the table calls.txt.

Usage: generate_wrappers.py CALLS OUTPUT

What a call does, after the colon of its line:

  call                      only a state
  send, receive             a message that is complete when the call ends
  send_receive COUNT TYPE   both; the arguments that say how much is sent
  post PEER WHAT            a send or receive with a request; its peer is the argument PEER
  init PEER WHAT            a persistent one; start and startall post it
  probe                     the message stays
  match IF                  a probe whose message only its handle receives, if IF
  matched_receive, matched_post   of such a message
  done IF, doneall IF, doneany IF, donesome   requests that are complete, if IF
  cancel, free_request      what becomes of a request
  collective ROOT BYTES     of the communicator `comm`; ROOT -1: none
  create_by_all, create     a communicator, by all of another one or not
  free_comm, name_comm      what becomes of one
  init_mpi, finalize_mpi    begin and end of the run
"""
import re
import sys

POSTING = "&(rec_posting){comm, %s, tag, rec_bytes_of(count, datatype), %s, %s}"


def boolean(word, wanted):
    return "true" if word == wanted else "false"


def steps_of(kind, words):
    """Statements before the call, after it if it succeeded, and the end of the record."""
    end = "rec_end(&call);"
    if kind == "call":
        return "", "", end
    if kind == "send":
        return "const uint64_t serial = rec_serial();", \
            "rec_send(&call, serial, comm, dest, tag, rec_bytes_of(count, datatype));", end
    if kind == "receive":
        return "const uint64_t serial = rec_serial();", "rec_receive(&call, serial, comm, source, status);", end
    if kind == "send_receive":
        return "const uint64_t sent = rec_serial(), received = rec_serial();", \
            f"rec_send(&call, sent, comm, dest, sendtag, rec_bytes_of({words[0]}, {words[1]}));\n" \
            "  rec_receive(&call, received, comm, source, status);", end
    if kind in ("post", "init"):
        posting = POSTING % (words[0], boolean(words[1], "send"), boolean(kind, "init"))
        return "const uint64_t serial = rec_serial();", f"rec_post(&call, serial, *request, {posting});", end
    if kind == "start":
        return "rec_start(&call, *request);", "", end
    if kind == "startall":
        return "for (int i = 0; i < count; ++i) rec_start(&call, array_of_requests[i]);", "", end
    if kind == "probe":
        return "", "rec_probe(&call, comm, source, tag);", end
    if kind == "match":
        return "const uint64_t serial = rec_serial();", \
            f"rec_probe(&call, comm, source, tag);\n  if ({words[0]}) rec_matched(serial, *message, comm);", end
    take = "uint64_t serial = 0;\n  MPI_Comm comm = MPI_COMM_NULL;\n" \
           "  const bool is_known = rec_take_message(rec_key(*message), &serial, &comm);"
    if kind == "matched_receive":
        return take, "if (is_known) rec_receive(&call, serial, comm, MPI_ANY_SOURCE, status);", end
    if kind == "matched_post":
        posting = "&(rec_posting){comm, MPI_ANY_SOURCE, MPI_ANY_TAG, rec_bytes_of(count, datatype), false, false}"
        return take, f"if (is_known) rec_post(&call, serial, *request, {posting});", end
    if kind == "done":
        return "const uintptr_t key = rec_key(*request);", f"if ({words[0]}) rec_done(&call, key, status);", end
    if kind == "doneall":
        return "const uintptr_t* keys = rec_keys(&call, count, array_of_requests);", \
            f"if ({words[0]}) rec_done_all(&call, count, keys, array_of_statuses);", end
    if kind == "doneany":
        return "const uintptr_t* keys = rec_keys(&call, count, array_of_requests);", \
            f"if ({words[0]} && *index != MPI_UNDEFINED && keys != NULL) rec_done(&call, keys[*index], status);", end
    if kind == "donesome":
        return "const uintptr_t* keys = rec_keys(&call, incount, array_of_requests);", \
            "rec_done_some(&call, *outcount, array_of_indices, keys, array_of_statuses);", end
    if kind == "cancel":
        return "rec_cancel(rec_key(*request));", "", end
    if kind == "free_request":
        return "rec_free_request(rec_key(*request));", "", end
    if kind == "collective":
        return "rec_communicator* const known = rec_comm(call.thread, comm);\n" \
               "  const uint32_t sequence = rec_next_sequence(known);", "", \
            f"rec_end_collective(&call, known, sequence, {words[0]}, {' '.join(words[1:])});"
    if kind == "create_by_all":
        return "rec_communicator* const known = rec_comm(call.thread, comm);\n" \
               "  const uint32_t sequence = rec_next_sequence(known);", "rec_new_comm(&call, *newcomm);", \
            "rec_end_collective(&call, known, sequence, -1, 0);"
    if kind == "create":
        return "", "rec_new_comm(&call, *newcomm);", "rec_end_on(&call, comm);"
    if kind == "free_comm":
        return "const uintptr_t key = rec_key(*comm);", "rec_free_comm(key);", end
    if kind == "name_comm":
        return "", "rec_name_comm(&call, comm, name);", "rec_end_on(&call, comm);"
    if kind == "init_mpi":
        return "", "rec_begin_world(&call);\n  rec_synchronise();\n  rec_stop(&call);", end
    if kind == "finalize_mpi":
        return "rec_synchronise();", "", end
    sys.exit(f"calls.txt: no such kind: {kind}")


class Parameter:
    def __init__(self, text):
        found = re.fullmatch(r"(.*?[\s*])(\w+)(\[\])?", text.strip())
        self.type, self.name, self.array = found[1].strip(), found[2], bool(found[3])

    def declaration(self):
        return f"{self.type} {self.name}{'[]' if self.array else ''}"


class Call:
    def __init__(self, line):
        prototype, _, action = line.partition(" : ")
        found = re.fullmatch(r"int (MPI_\w+)\((.*)\)", prototype.strip())
        if not found or not action:
            sys.exit(f"calls.txt: not understood: {line}")
        self.name = found[1]
        texts = [] if found[2] == "void" else found[2].split(", ")
        self.parameters = [Parameter(text) for text in texts]
        self.kind, *words = action.split()
        self.before, self.after, self.end = steps_of(self.kind, words)
        self.receives = self.kind in ("receive", "send_receive", "matched_receive", "done", "doneany")

    def uses(self, name):
        return re.search(rf"\b{name}\b", " ".join((self.before, self.after, self.end))) is not None


def body(call, invoke):
    """The lines between the conversion of arguments and that of results."""
    lines = [call.before] if call.before else []
    lines += [invoke, "rec_stop(&call);"]
    if call.after:
        lines.append(f"if (result == MPI_SUCCESS) {{\n    {call.after.replace(chr(10), chr(10) + '  ')}\n  }}")
    return lines


def c_wrapper(call, number):
    names = ", ".join(p.name for p in call.parameters)
    declared = ", ".join(p.declaration() for p in call.parameters) or "void"
    lines = ["rec_call call;", f"if (!rec_begin(&call, {number})) return P{call.name}({names});"]
    if call.receives:
        lines += ["MPI_Status own;", "if (status == MPI_STATUS_IGNORE) status = &own;"]
    if call.kind in ("doneall", "donesome"):
        count = "count" if call.kind == "doneall" else "incount"
        lines.append(f"array_of_statuses = rec_statuses(&call, {count}, array_of_statuses);")
    lines += body(call, f"const int result = P{call.name}({names});")
    lines += [call.end, "return result;"]
    text = "\n  ".join(lines).replace("IN_PLACE(", "rec_is_in_place(")
    return f"EXPORTED int {call.name}({declared});\nEXPORTED int {call.name}({declared}) {{\n  {text}\n}}\n"


# Handles that Fortran has as integers.
HANDLES = {"MPI_Datatype": "Type", "MPI_Comm": "Comm", "MPI_Request": "Request", "MPI_Message": "Message"}
MADE_HERE = {"post", "init", "matched_post"}  # the request is a result


def fortran_argument(call, p):
    """(declarations before the call, what is passed, statements after the call)"""
    handle = HANDLES.get(p.type.rstrip("*"))
    passed = f"f_{p.name}"
    if p.type == "MPI_Status*" and not p.array and call.receives:
        return ["MPI_Fint own[sizeof(MPI_Status) / sizeof(MPI_Fint)];",
                f"if ({passed} == rec_fortran.status_ignore) {passed} = own;", "MPI_Status status_value;",
                "MPI_Status* const status = &status_value;"], passed, [f"PMPI_Status_f2c({passed}, status);"]
    if p.type == "MPI_Status" and p.array:
        count = "count" if call.kind == "doneall" else "incount"
        return [f"{passed} = rec_fortran_statuses(&call, {count}, {passed});"], passed, \
            [f"const MPI_Status* array_of_statuses = rec_statuses_f2c(&call, {count}, {passed});"]
    if p.type == "MPI_Request" and p.array:
        count = "incount" if call.kind == "donesome" else "count"
        return [f"const MPI_Request* const array_of_requests = rec_requests_f2c(&call, {count}, {passed});"], passed, []
    if not call.uses(p.name):
        return [], passed, []
    if p.array and handle:  # of types: Fortran's integers say nothing without a conversion
        return [f"const MPI_Datatype* const {p.name} = rec_types_f2c(&call, comm, {passed}, {p.name[:4] == 'recv'});"], passed, []
    if handle and p.type.endswith("*"):
        made = call.kind in MADE_HERE and p.name == "request" or p.name == "newcomm" or call.kind == "match"
        value = [f"P{'MPI_'}{handle}_f2c(*(MPI_Fint*){passed})"][0]
        declare = [f"{p.type[:-1]} {p.name}_value" + ("" if made else f" = {value}") + ";",
                   f"{p.type} const {p.name} = &{p.name}_value;"]
        return declare, passed, [f"{p.name}_value = {value};"] if made else []
    if handle:
        return [f"{p.type} const {p.name} = PMPI_{handle}_f2c(*(MPI_Fint*){passed});"], passed, []
    if p.type == "int" and not p.array:
        return [f"const int {p.name} = *(const MPI_Fint*){passed};"], passed, []
    if p.type == "const char*":
        return [f"char {p.name}[REC_MOST_NAME_BYTES + 1];", f"rec_text_f2c({p.name}, {passed}, f_length);"], passed, []
    if p.name == "index":
        return [], passed, [f"const int index_value = *(const MPI_Fint*){passed} == MPI_UNDEFINED ? MPI_UNDEFINED : *(const MPI_Fint*){passed} - 1;",
                            "const int* const index = &index_value;"]
    if p.name == "array_of_indices":
        return [], passed, [f"const int* const array_of_indices = rec_indices_f2c(&call, *(const MPI_Fint*)f_outcount, {passed});"]
    if p.type == "int*" or p.type in ("const int", "int"):
        return [f"const int* const {p.name} = {passed};"], passed, []
    return [f"const void* const {p.name} = {passed};"], passed, []


def fortran_wrapper(call, number):
    parameters = [p for p in call.parameters if p.type not in ("int*", "char***") or p.name not in ("argc", "argv")]
    has_text = any(p.type == "const char*" for p in parameters)
    pointers = "".join(f"void* f_{p.name}, " for p in parameters)
    passed_as_is = "".join(f"f_{p.name}, " for p in parameters)
    length, pass_length = (", size_t f_length", ", f_length") if has_text else ("", "")
    types = ", ".join(["void*"] * (len(parameters) + 1) + (["size_t"] if has_text else []))
    lines = ["MPI_Fint own_error;", "if (f_ierror == NULL) f_ierror = &own_error;", "rec_call call;",
             f"if (!rec_begin(&call, {number})) {{\n    real({passed_as_is}f_ierror{pass_length});\n    return;\n  }}"]
    arguments = [fortran_argument(call, p) for p in parameters]
    # What others need first: communicators and counts.
    lines += [line for declared, _, _ in sorted(arguments, key=lambda a: "rec_types_f2c" in str(a[0])) for line in declared]
    steps = body(call, f"real({''.join(a[1] + ', ' for a in arguments)}f_ierror{pass_length});")
    at = steps.index("rec_stop(&call);") + 1
    steps[at:at] = ["const int result = *(const MPI_Fint*)f_ierror;"] if call.after else []
    steps[len(steps) if not call.after else -1:len(steps) if not call.after else -1] = [s for a in arguments for s in a[2]]
    text = "\n  ".join(lines + steps + [call.end]).replace("IN_PLACE(", "rec_fortran_in_place(")
    small = call.name.lower()
    names = [(name, "p" + name) for name in (small + "_", small + "__", small, small + "_f08_")]
    names.append((call.name.upper(), "P" + call.name.upper()))
    out = f"typedef void (*real_{small})({types});\n" \
          f"static void fortran_{small}(real_{small} real, {pointers}void* f_ierror{length}) {{\n  {text}\n}}\n"
    for name, original in names:
        if name == call.name:
            continue
        out += f"EXPORTED void {name}({pointers}void* f_ierror{length});\n" \
               f"EXPORTED void {name}({pointers}void* f_ierror{length}) {{\n" \
               f"  static void* real;\n  if (real == NULL) real = rec_find(\"{original}\");\n" \
               f"  real_{small} call_it;\n  memcpy(&call_it, &real, sizeof call_it);\n" \
               f"  fortran_{small}(call_it, {passed_as_is}f_ierror{pass_length});\n}}\n"
    return out


def main():
    lines = [line.strip() for line in open(sys.argv[1], encoding="utf-8")]
    calls = [Call(line) for line in lines if line and not line.startswith("#")]
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        out.write("/* Made of calls.txt by generate_wrappers.py. */\n#include \"recorder/wrappers.h\"\n\n")
        out.write("".join(f"#pragma weak P{c.name}\n" for c in calls) + "\n")
        out.write("const char* const rec_call_names[] = {\n" + "".join(f'    "{c.name}",\n' for c in calls) + "};\n\n")
        out.write(f"_Static_assert({len(calls)} <= REC_MOST_CALLS, \"one bit for each call\");\n\n")
        out.write("\n".join(c_wrapper(call, i) for i, call in enumerate(calls)))
        # Other libraries' Fortran calls come through C.
        out.write("\n#ifdef OPEN_MPI\n" + "\n".join(fortran_wrapper(call, i) for i, call in enumerate(calls)) + "\n#endif\n")


main()
