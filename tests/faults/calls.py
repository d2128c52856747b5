"""The calls under which the system fails."""

from dataclasses import dataclass, field


@dataclass
class Call:
    """A tool and its words: TRACE is replaced by the trace, OUT by the folder of its outputs."""

    tool: str
    words: list = field(default_factory=list)

    @property
    def name(self):
        return " ".join([self.tool, *self.words])


CALLS = [
    Call("pj_dump", ["TRACE"]),
    Call("pj_dump", ["--output", "OUT/table", "TRACE"]),
    Call("pj_dump", ["-o", "--output", "OUT/table", "TRACE"]),
    Call("pj_validate", ["TRACE"]),
    Call("pj_validate", ["--json", "TRACE"]),
    Call("pj_equals", ["TRACE", "TRACE"]),
    Call("pj_aggregate", ["--slices", "60", "--p", "0", "--output", "OUT/table", "--svg", "OUT/svg", "TRACE"]),
    Call("pj_generate", ["--iterations", "3", "-o", "OUT/trace"]),
    Call("pj_merge", ["TRACE", "-o", "OUT/trace"]),
    Call("pj_split", ["TRACE", "OUT/set", "--depth", "1"]),
    Call("pj_cut", ["--start", "0.001", "--cut-links", "TRACE", "-o", "OUT/trace"]),
    Call("pj_compare", ["TRACE", "TRACE"]),
    Call("pj_report", ["-o", "OUT/page", "TRACE"]),
    Call("paje2bin", ["TRACE", "-o", "OUT/trace"]),
    Call("paje2bin", ["--method=standard", "--compress=zstd", "TRACE", "-o", "OUT/trace"]),
    Call("bin2paje", ["TRACE"]),
    Call("bin2paje", ["-o", "OUT/trace", "TRACE"]),
]
# What bin2paje reads, and how paje2bin writes it.
ENCODINGS = {f"{method}, {compression}": [f"--method={method}", f"--compress={compression}"]
             for method in ("reference", "standard") for compression in ("none", "zstd")}
