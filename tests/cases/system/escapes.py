"""Names, paths and words are shown complete, and nothing in them acts on a terminal."""

import re

import blackbox
from system.traces import BAD_TRACE, DONE, HEADER, TROUBLE, WRONG_USAGE, on_terminal, trace_of

# Characters by their code, and bytes that are no character.
CODES = [*range(1, 10), *range(11, 32), 0x7F, *range(0x80, 0xA0), 0x61C, 0x200E, 0x200F,
         *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
BYTES = [bytes([byte]) for byte in range(0x80, 0xA0)]
# No escape stands for these.
HARMLESS = "plain \\ back\\x41slash é 漢 😀 \u00a0".encode()
ACTS = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xaa-\xae]"
                  rb"|\xe2\x81[\xa6-\xa9]")


def shown(code):
    names = {9: "\\t", 10: "\\n", 13: "\\r"}
    return names.get(code) or (f"\\x{code:02x}" if code < 0x80 else f"\\u{code:04x}")


def all_at_once():
    """A name with all of them, and how it is shown. Quotes would end the word."""
    raw = b"".join(chr(code).encode() for code in CODES) + b"|" + b"|".join(BYTES) + b"|" + HARMLESS
    text = "".join(shown(code) for code in CODES) + "|"
    text += "|".join(f"\\x{byte[0]:02x}" for byte in BYTES) + "|" + HARMLESS.decode()
    return raw, text.encode()


def acts(data):
    """Whether it has something that acts on a terminal, or is not UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return True
    return ACTS.search(data) is not None


def check_terminal(setting):
    """Tables: escaped on a terminal, the same bytes elsewhere."""
    raw, text = all_at_once()
    name = b"a\0b" + raw
    whole = b"a\\x00b" + text
    trace = setting.make("names.paje", trace_of(name))
    other = setting.make("other.paje", trace_of(b"a\0b" + raw, states=5, value=b"rest"))
    calls = {
        "pj_dump": [[trace], ["-c", trace], ["-d", trace], ["-o", trace], ["--quotes=csv", trace],
                    ["-p", "State", trace]],
        "pj_aggregate": [[trace], ["--csv", trace], ["--json", trace]],
        "pj_compare": [[trace, other], ["--by", "track", trace, other], ["--by", "value", trace, other],
                       ["--csv", "--by", "track", trace, other], ["--json", trace, other]],
        "pj_equals": [[trace, other]],
        "pj_merge": [["-q", trace]],
        "pj_validate": [[trace], ["--json", trace]],
        "pj_query": [["--format", form, trace, "SELECT name, path FROM containers"]
                     for form in ("box", "csv", "json", "markdown")],
        "pj_export": [["--to", "dot", trace], ["--to", "chrome", trace]],
    }
    for tool, lists in calls.items():
        for words in lists:
            title = f"{tool} {' '.join(str(word) for word in words)}"
            seen, errors = on_terminal([setting.tool(tool), *words])
            setting.report.check(f"on a terminal: {title}", seen and not acts(seen + errors),
                                 f"{seen + errors!r}"[:500])
            if "--json" in words or "json" in words or "chrome" in words or tool in ("pj_equals", "pj_validate"):
                continue
            if tool == "pj_export" or "-d" in words or words[:2] == ["--by", "value"]:
                continue
            if tool != "pj_aggregate":
                expected = b"back\\\\x41slash" if "markdown" in words else whole
                setting.report.check(f"whole on a terminal: {title}", expected in seen,
                                     f"{seen!r}"[:500])
            piped = setting.run(tool, *words)
            if "box" not in words and "markdown" not in words:  # these have their own escapes
                setting.report.check(f"bytes in a pipe: {title}",
                                     name.decode("latin-1") in piped.out, piped.out[:500])
    box, _ = on_terminal([setting.tool("pj_query"), trace, "SELECT name FROM containers"])
    lines = box.decode("utf-8").splitlines()
    setting.report.check("columns stay in line", len({len(line) for line in lines}) == 1, f"{lines}")
    # A character that is written in two pieces.
    wide = setting.make("wide.paje", trace_of("é漢😀".encode() * 40, states=900))
    seen, _ = on_terminal([setting.tool("pj_dump"), wide])
    piped = setting.run("pj_dump", wide)
    setting.report.check("UTF-8 is whole on a terminal", seen.decode("latin-1") == piped.out)


def check_messages(setting):
    """Messages: always escaped."""
    raw, text = all_at_once()
    whole = (b"a\0b" + raw, b"a\\x00b" + text)
    short = (b"a\0b\x1b]0;x\x07\xc2\x9b\xe2\x80\xae\x9b", b"a\\x00b\\x1b]0;x\\x07\\u009b\\u202e\\x9b")
    bad = {
        "an unknown container": b'3 0 S "%s" v\n',
        "an unknown event": b"%s 0 S p v\n",
        "a part": b'4 p S "%s"\n',
        "a time": b"3 %s S p v\n",
    }
    tools = {"pj_dump": [], "pj_validate": [], "pj_aggregate": [], "pj_query": ["SELECT 1"],
             "paje2bin": [], "pj_merge": []}
    for title, line in bad.items():
        trace = setting.make("bad.paje", trace_of(b"p") .replace(b"5 3 P p\n", line % short[0]))
        for tool, behind in tools.items():
            done = setting.run(tool, trace, *behind)
            said = (done.err + (done.out if tool == "pj_validate" else "")).encode("latin-1")
            needed = title in ("a part", "a time", "an unknown event") or tool not in ("paje2bin", "pj_merge")
            if not needed or done.code == DONE and tool == "paje2bin":
                continue
            setting.report.check(f"{tool}, {title}", short[1] in said and not acts(said),
                                 f"{done.code} {said!r}")
        lenient = setting.run("pj_dump", "--lenient", trace)
        setting.report.check(f"pj_dump --lenient, {title}", lenient.code == DONE
                             and not acts(lenient.err.encode("latin-1")), lenient.err)
    # A word that no record can hold, and the caret below the right place.
    trace = setting.make("caret.paje", HEADER + b"0 P 0 Process\n2 0 p P 0 \"\x1b\xc3\xa9\xff\" wrong more\n")
    done = setting.run("pj_dump", trace)
    lines = done.err.encode("latin-1").decode("utf-8").splitlines()
    at = lines[2].find("^")
    setting.report.check("the caret", lines[1][at:].startswith("wrong") and "\\x1bé\\xff" in lines[1], f"{lines}")
    long = setting.make("long.paje", HEADER + b"0 P 0 " + "é漢".encode() * 500 + b" more\n")
    done = setting.run("pj_dump", long)
    setting.report.check("a long word is cut between characters",
                         not acts(done.err.encode("latin-1")) and "\\x" not in done.err, done.err)
    for name in ("18_message_cut_at_nul.paje", "01_escape_in_part_name.paje"):
        path = blackbox.DATA / "cases" / name
        for tool in ("pj_dump", "pj_validate", "paje2bin", "pj_merge"):
            done = setting.run(tool, path, stdout=-3)
            setting.report.check(f"{tool} {name}", not acts(done.err.encode("latin-1"))
                                 and done.code in (DONE, BAD_TRACE), done.err)
    setting.report.check("complete", whole[1].startswith(b"a\\x00b"))


def check_command_lines(setting):
    """Names of files, unknown options, words that options do not take."""
    word = b"w\x1b[31m\xc2\x9b\xe2\x80\xae\x9b\xff\xd8\x9c\x07\r\n\t\x7f"
    told = b"w\\x1b[31m\\u009b\\u202e\\x9b\\xff\\u061c\\x07\\r\\n\\t\\x7f"
    trace = setting.make("ok.paje", trace_of(b"p"))
    missing = {"pj_dump": [word], "pj_equals": [word, trace], "pj_validate": [word], "pj_merge": [word],
               "pj_aggregate": [word], "pj_compare": [trace, word], "pj_query": [word, "SELECT 1"],
               "pj_split": [word, "--depth", "1", setting.scratch / "set"], "paje2bin": [word],
               "bin2paje": [word], "pj_import": [word], "pj_export": ["--to", "dot", word]}
    wrong = {"pj_dump": ["--quotes=" + "X", trace], "pj_equals": ["--start1=X", trace, trace],
             "pj_compare": ["--by=X", trace, trace], "pj_query": ["--format=X", trace, "SELECT 1"],
             "paje2bin": ["--method=X", trace], "pj_export": ["--to=X", trace],
             "pj_generate": ["--shape=X"], "pj_aggregate": ["--type=X", trace]}
    if setting.arguments.viewer:
        missing["pajeview"] = ["--render", setting.scratch / "x.png", word]
        wrong["pajeview"] = ["--mode=X", trace]
    calls = [(tool, words, "a missing file") for tool, words in missing.items()]
    calls += [(tool, [b"--" + word, *words], "an unknown option")
              for tool, words in {**missing, "pj_generate": []}.items()]
    calls += [(tool, [item.replace("X", "").encode() + word if isinstance(item, str) and item.endswith("X")
                      else item for item in words], "a wrong word") for tool, words in wrong.items()]
    for tool, words, title in calls:
        done = setting.run(tool, *words)
        said = done.err.encode("latin-1")
        setting.report.check(f"{tool}: {title}", done.code in (TROUBLE, WRONG_USAGE) and told in said
                             and not acts(said) and done.err.endswith("\n"), f"{done.code} {said!r}")
    done = setting.run("pj_query", trace, b'SELECT 1 FROM "%s"' % word.replace(b"\n", b""))
    said = done.err.encode("latin-1")
    setting.report.check("pj_query: SQL", done.code == TROUBLE and b"\\u202e" in said and not acts(said),
                         f"{said!r}")


def check(setting):
    check_terminal(setting)
    check_messages(setting)
    check_command_lines(setting)
