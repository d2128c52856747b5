#!/usr/bin/env python3
"""Small traces made by hand, one for each kind of wait and for what is hard about causes: pj_analyze must
print the values that were found on paper (cases/expected.json, which says why).

Usage: run_analyze_cases.py TOOL_DIR
"""

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox

CASES = Path(__file__).resolve().parent / "cases"


def tidy(value):
    """A value of JSON with numbers rounded, so that equal ones are written alike."""
    return round(float(value), 9) + 0.0 if isinstance(value, (int, float)) else value


def rows(entries, keys):
    return sorted(([tidy(entry[key]) for key in keys] for entry in entries), key=str)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tool = blackbox.need_tool(sys.argv[1], "pj_analyze")
    report = blackbox.Report()
    expected = json.loads((CASES / "expected.json").read_text())
    report.check("every trace has values", set(expected) == {p.stem for p in CASES.glob("*.paje")})
    kinds = {wait["kind"] for case in expected.values() for wait in case["waits"]}
    report.check("all seven kinds of waits", len(kinds) == 7, str(kinds))
    for name, case in expected.items():
        for command, keys in (("waits", ("container", "kind", "start", "amount", "waits_for", "wrong_order")),
                              ("causes", ("container", "value", "direct", "passed_on")),
                              ("path", ("container", "value", "start", "end"))):
            done = blackbox.run([tool, command, "-q", "--json", CASES / f"{name}.paje"])
            if not report.check(f"{name} {command}: runs", done.code == 0, blackbox.shorten(done.err)):
                continue
            wanted = case[command]
            if command == "path":
                wanted = [dict(zip(keys, piece)) for piece in wanted]
            wanted, got = rows(wanted, keys), rows(json.loads(done.out)[command], keys)
            report.check(f"{name} {command}", wanted == got, f"\n  expected {wanted}\n  got      {got}")
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
