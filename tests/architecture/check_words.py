#!/usr/bin/env python3
"""Finds words in comments, documents and messages that read like a translation.

CONTRIBUTING.md asks for short sentences, active verbs and usual terms. The list below has the words that
were misused here most, each with what to write in its place. A use that is right all the same is an
exception of its pattern, or a file in EXCEPT.
"""
import argparse
import io
import pathlib
import re
import sys
import tokenize

# What must not be found, and what to write instead.
WORDS = [
    (r"(?<!leaves )(?<!leave )(?<!leaving )(?<!left )\bbehind\b(?!-)", "after, past, following"),
    (r"\bbeside\b", "next to"),
    (r"\b(tell|tells|told|telling)\b(?! apart| \w+ apart)", "report, say, detect, distinguish"),
    (r"\bso (many|much|few)\b(?! (that|as))", "say how many: as many, that many, N"),
    (r"\bas (it|they) (stands?|stood)\b", "unchanged, verbatim"),
    (r"(?<!each )(?<!none )(?<!all )(?<!most )(?<!some )(?<!one )(?<!first )(?<!any )(?<!half )"
     r"\bof which\b", "split the sentence, or say whose"),
    (r"\bthe ones? (of|and|in|at)\b", "name the thing"),
    # Who waits for whom is what some tools are about.
    (r"(?<!those )(?<!anyone )(?<!users )(?<!people )(?<!readers )(?<!\d\), )\b(?-i:who|Who)\b"
     r"(?! (waits|waited|depends)\b)(?![^.;:]*\?)|(?<!for )(?<!on )\bwhom\b(?![^.;:]*\?)",
     "name the person or the code"),
    (r"\blest\b|, for (there|they|it|this|these) (is|are|was|were|has|have|may|can|would)\b",
     "so that ... not; because"),
    (r"\b(hand|hands|handed|handing) (it |them |that |each )?(over|up|out|in)\b",
     "deliver, pass, return"),
    (r"\bplain(est|ly|er)?\b(?! text\b|\.trace)", "uncompressed, unquoted, simple, in short form"),
    (r"\b(says|said|say) no\b", "fails, refuses"),
    (r"\bwithout a word\b", "silently"),
    (r"\bthat is none\b|\bthat are none\b|\bis none of\b", "name what it is not"),
    (r"\bstands?\b(?! for\b| still\b| out\b| as they\b| under)", "is, are"),
    (r"\bbut for\b", "except for"),
    (r"\b(let|lets|letting) go of\b", "release"),
    (r"\b(that|which|what|it) is no (number|time|event|row|object|name|letter|file|value)\b"
     r"|\bno (valid )?UTF-8\b", "is not a, not valid"),
    (r"\b(the|its|their) begins?\b(?! (with|at|in)\b)", "beginning, start"),
    (r"\bfor ever\b|\bin front of\b", "forever; before"),
    (r"\bat hand\b|\bnear by\b", "available, close"),
    (r"\bas (is|are) (said|told|known)\b|\bfor all that is\b", "say it"),
]
# Quotes of other programs, and pages where a word is the matter itself.
EXCEPT = {
    "tests/architecture/check_words.py",
}
CODE = {".cpp", ".hpp", ".h", ".c", ".l", ".y"}
HASH = {".py", ".sh", ".cmake", ".txt", ".yml", ".R"}
FOLDERS = ("cmake", "completions", "docs", "examples", "formats", "grammar", "gui", "libpaje", "network", "packaging",
           "recorder", "python", "r", "sample_traces", "tests", "tools")
STRING = r'R"\((?:.|\n)*?\)"|"(?:\\.|[^"\\\n])*"'
# A literal of several words is a message; keys, names and traces are not.
MESSAGE = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")


def parts_of_code(text):
    """Comments and messages of C and C++, each with the line that it begins in."""
    pattern = re.compile(rf"//[^\n]*(?:\n\s*//[^\n]*)*|/\*.*?\*/|{STRING}|'(?:\\.|[^'\\\n])'", re.S)
    for match in pattern.finditer(text):
        part = match.group()
        if part.startswith("/"):
            part = re.sub(r"(?m)^\s*(///?<?|\*)?", "", part)
        elif not MESSAGE.search(part):
            continue
        yield text.count("\n", 0, match.start()) + 1, part


def parts_of_python(text):
    """Comments, those of neighbouring lines together, and doc comments."""
    comments, first, last = [], 0, 0
    begins = True  # of a statement
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        line = token.start[0]
        if token.type == tokenize.COMMENT:
            if comments and line != last + 1:
                yield first, "\n".join(comments)
                comments = []
            first = first if comments else line
            last = line
            comments.append(token.string.lstrip("#"))
        elif token.type == tokenize.STRING and begins:
            yield line, token.string
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            begins = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    if comments:
        yield first, "\n".join(comments)


def parts_of_script(text):
    """Comments of whole lines, those of neighbouring lines together."""
    for match in re.finditer(r"(?m)^\s*#[^\n]*(?:\n\s*#[^\n]*)*", text):
        part = re.sub(r"(?m)^\s*#", "", match.group())
        yield text.count("\n", 0, match.start()) + 1, part


def parts_of_shell(text):
    """Comments, and texts that `cat <<TEXT` prints."""
    yield from parts_of_script(text)
    for match in re.finditer(r"(?ms)^ *cat <<TEXT$(.*?)^TEXT$", text):
        yield text.count("\n", 0, match.start()) + 1, match.group(1)


def without_code(match):
    """What is left of code in a paragraph: its lines, which are counted."""
    return "`" + "\n" * match.group().count("\n") + "`"


def parts_of_page(text):
    """Text outside of code, paragraph by paragraph."""
    text = re.sub(r"(?ms)^```.*?^```", lambda block: "\n" * block.group().count("\n"), text)
    text = re.sub(r"(?m)^    .*", "", text)
    line = 1
    for paragraph in re.split(r"(\n\s*\n)", text):
        if paragraph.strip():
            yield line, re.sub(r"`[^`]*`", without_code, paragraph)
        line += paragraph.count("\n")


def parts_of(path, text):
    if path.suffix in CODE:
        return parts_of_code(text)
    if path.suffix == ".py":
        return parts_of_python(text)
    if path.suffix in HASH:
        return parts_of_script(text)
    if text.startswith("#!/usr/bin/env bash"):
        return parts_of_shell(text)
    return parts_of_page(text) if path.suffix == ".md" else ()


def found_in(path, text):
    """Each place of a word, with its line."""
    for line, part in parts_of(path, text):
        for pattern, instead in WORDS:
            for match in re.finditer(pattern, part, re.IGNORECASE):
                # A sentence may go over lines, so the words are looked for in the whole of a part.
                at = line + part.count("\n", 0, match.start())
                begin = max(0, match.start() - 30)
                around = " ".join(part[begin:match.end() + 30].split())
                yield at, match.group(), around, instead


def files_of(root):
    yield root / "bootstrap"
    yield from sorted(root.glob("*.md"))
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in CODE | HASH | {".md"} and path.is_file() and "corpus" not in path.parts:
                yield path


def check(root):
    problems = []
    checked = 0
    for path in files_of(root):
        name = path.relative_to(root)
        if str(name) in EXCEPT:
            continue
        checked += 1
        for line, word, around, instead in found_in(path, path.read_text("utf-8", "replace")):
            problems.append(f"{name}:{line}: '{word}' in '{around}': {instead}")
    return checked, problems


SAMPLES = {
    "sample.hpp": "// Bytes behind the last one that a line\n// is told by.\n",
    "sample.cpp": 'say("who closes the pipe is told");\n',
    "sample.py": '"""As it stands, so many of them."""\n# Whom it tells\n',
    "sample.md": "A link, for there is\none, is handed over.\n",
    "sample": "#!/usr/bin/env bash\n# Told.\ncat <<TEXT\nN: so many\nTEXT\n",
}
SOUND = {
    "sample.hpp": '#include "behind.hpp"\nint behind;  // Bytes after the last line.\n',
    "sample.cpp": 'call("told"); // Those who read this\n',
    "sample.md": "Text with `behind` in code.\n\n```\nbehind\n```\n",
}


def check_itself():
    """Samples of each kind of file are found, and sound ones are not."""
    problems = []
    for name, text in SAMPLES.items():
        if len(list(found_in(pathlib.Path(name), text))) < 2:
            problems.append(f"{name}: words in a bad sample are not found")
    for name, text in SOUND.items():
        for _, word, *_ in found_in(pathlib.Path(name), text):
            problems.append(f"{name}: '{word}' is found in a sound sample")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=pathlib.Path)
    root = parser.parse_args().root
    checked, problems = check(root)
    problems += check_itself()
    if checked < 100:
        problems.append(f"{root}: only {checked} files were found to check")
    print("\n".join(problems) or f"{checked} files have none of the words")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
