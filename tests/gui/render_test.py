#!/usr/bin/env python3
"""pajeview --render from a stranger's command line: pictures, messages, exit status."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.dom.minidom

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from definitions import definitions  # noqa: E402

viewer, root = sys.argv[1], pathlib.Path(sys.argv[2])
heat = root / "sample_traces/heat/heat.ethernet.trace"
failures = []


def run(*words):
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "QT_QPA_PLATFORM")}
    return subprocess.run([viewer, *map(str, words)], capture_output=True, text=True,
                          env=environment, timeout=300)


def check(what, holds, detail=""):
    if not holds:
        failures.append(f"{what}: {detail}")


def expect_error(what, status, words, *arguments):
    done = run(*arguments)
    check(what, done.returncode == status, f"exit {done.returncode}")
    check(what, words in done.stderr, done.stderr)
    check(what, done.stdout == "", done.stdout)


def dimensions(png):
    data = png.read_bytes()
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    magic = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
    for mode in ("gantt", "aggregate"):
        for suffix, begin in magic.items():
            path = folder / f"{mode}.{suffix}"
            done = run("--render", path, "--mode", mode, "--size", "900x400", heat)
            check(path.name, done.returncode == 0 and not done.stderr and not done.stdout, done)
            check(path.name, path.exists() and path.read_bytes().startswith(begin), "wrong bytes")
        check(mode, dimensions(folder / f"{mode}.png") == (900, 400), "wrong size")
        text = xml.dom.minidom.parse(str(folder / f"{mode}.svg")).toxml()
        check(mode, "PMPI_Gatherv" in text, "no legend in the SVG")
        check(mode, "@font-face" in text and "font/ttf;base64," in text, "no font in the SVG")

    whole = (folder / "gantt.png").read_bytes()
    part = folder / "part.png"
    run("--render", part, "--size", "900x400", "--from", "10ms", "--to", "20ms", heat)
    check("--from --to", part.read_bytes() != whole, "the same picture")

    # Traces of other formats have the pictures of the same events as Pajé.
    importer = pathlib.Path(sys.argv[3])
    inputs = root / "tests/import/data"
    (folder / "converted").mkdir()
    for name in ("small.json", "small.prv", "small.csv", "ring"):
        pictures = []
        converted = folder / "converted" / name  # pictures have the name
        made = subprocess.run([importer, "--quiet", inputs / name, "-o", converted], capture_output=True, text=True)
        if "without OTF2" in made.stderr:
            continue
        for trace in (inputs / name, converted):
            for mode in ("gantt", "aggregate"):
                path = folder / f"{name}.{len(pictures)}.png"
                done = run("--render", path, "--mode", mode, "--size", "700x300", trace)
                check(f"{name} {mode}", done.returncode == 0 and path.exists(), done)
                pictures.append(path.read_bytes())
        check(f"{name}: same pictures", pictures[:2] == pictures[2:], "other bytes")
        check(f"{name}: two pictures", pictures[0] != pictures[1], "the same")
    cut = part.read_bytes()
    run("--render", part, "--size", "900x400", "--start", "10ms", "--end", "20ms", heat)
    check("--start --end", part.read_bytes() == cut, "not the picture of --from and --to")
    run("--render", part, "--size", "900x400", "--types", "MPI_STATE", heat)
    check("--types", part.read_bytes() != whole, "the same picture")
    expect_error("no such type", 2, "the trace has no type 'MPI_STAT'; it has: MPI_STATE, ",
                 "--render", folder / "none.png", "--types", "MPI_STAT", heat)
    done = run("--render", part, "--size", "900x400", "--jobs", "1", heat)
    check("--jobs", done.returncode == 0 and part.read_bytes() == whole, done.stderr)
    run("--render", part, "--containers", "rank-1", heat)
    few = dimensions(part)[1]
    run("--render", part, heat)
    check("--containers", few < dimensions(part)[1], "not fewer rows")
    both = folder / "both.png"
    other = heat.with_name("heat.infiniband.trace")
    done = run("--render", both, "--mode", "compare", heat, other)
    check("compare", done.returncode == 0 and both.exists(), done.stderr)
    drawn = folder / "both.svg"
    run("--render", drawn, "--mode", "compare", heat, other)
    text = xml.dom.minidom.parse(str(drawn)).toxml()
    for words in ("shift", "The second run is shorter by 49.37 ms", "-240.743", "PMPI_Gatherv"):
        check("compare", words in text, f"no '{words}' in the SVG")

    # The same run at another time: no difference, though that of times far from 0 is rounded.
    shifted = []
    for offset in (0, 100):
        shifted.append(folder / f"from{offset}.paje")
        lines = definitions((("DefineContainerType", "Alias Type Name"), ("DefineStateType", "Alias Type Name"),
                             ("CreateContainer", "Time Alias Type Container Name"), ("SetState", "Time Type Container Value")))
        lines += f"0 M 0 Machine\n1 S M State\n2 {offset} m M 0 m\n"
        lines += "".join(f"3 {offset}.{i:03}7 S m {'ab'[i % 2]}\n" for i in range(0, 1000, 7))
        shifted[-1].write_text(lines)
    done = run("--render", drawn, "--mode", "compare", *shifted)
    check("an equal run", "Both runs are equally long; 100.0 % of the states alike" in xml.dom.minidom.parse(str(drawn)).toxml(), done)

    # One unit for all lines of a column, in its title.
    for words in ("Longer by (ms)", "-240.743", "-118.232"):
        check("compare", words in text, f"no '{words}' in the SVG")
    run("--render", both, "--mode", "compare", "--size", "800x700", heat, other)
    check("compare --size", dimensions(both) == (800, 700), "wrong size")
    light = both.read_bytes()
    run("--render", both, "--mode", "compare", "--size", "800x700", "--dark", heat, other)
    check("compare --dark", both.read_bytes() != light, "the same picture")
    run("--render", both, "--mode", "compare", "--size", "800x700", "--start", "10ms", "--end", "20ms", heat, other)
    check("compare --start", both.read_bytes() != light, "the same picture")
    started = both.read_bytes()
    run("--render", both, "--mode", "compare", "--size", "800x700", "--view", '{"start": 0.01, "end": 0.02}', heat, other)
    check("compare --view with times", both.read_bytes() == started, "another picture")
    pictures = set()
    for bind in ("time", "part", "states", "none"):
        done = run("--render", both, "--mode", "compare", "--size", "800x700", "--bind", bind, heat, other)
        pictures.add(both.read_bytes())
    check("--bind", len(pictures) == 4 and light in pictures, len(pictures))
    run("--render", both, "--mode", "compare", "--size", "800x700", "--second-view", '{"containers": "rank-1"}', heat, other)
    check("--second-view", both.read_bytes() not in pictures, "the same picture")

    check("binding", "Two traces: aligned states" in text, "not named in the picture")
    view = folder / "view.json"
    view.write_text('{"start": 0.01, "end": 0.02}')
    run("--render", part, "--size", "900x400", "--view", view, heat)
    check("--view", part.read_bytes() == cut, "not the picture of --start and --end")
    run("--render", part, "--size", "900x400", "--view", '{"waits": true, "start": 0.01, "end": 0.02}', heat)
    check("--view with waits", part.read_bytes() != cut, "the same picture")
    orders = []
    for names in (["rank-0", "rank-1", "rank-2"], ["rank-2", "rank-0", "rank-1"]):
        run("--render", drawn, "--view", json.dumps({"row_order": names}), heat)
        text = drawn.read_text()
        orders.append(sorted(names, key=lambda name: text.index(f">{name}<")) == names)
    check("--view with an order of rows", orders == [True, True], orders)
    done = run("--render", part, "--size", "900x400", "--view", '{"hidden_values": ["MPI_STATE/none"]}', heat)
    check("--view with an unknown name", done.returncode == 0 and done.stderr ==
          "pajeview: the view names what heat.ethernet.trace does not have: 'MPI_STATE/none' in 'hidden_values'\n", done)
    run("--render", part, "--size", "900x400", "--view", '{"dark": true}', heat)
    dark = part.read_bytes()
    run("--render", part, "--size", "900x400", "--dark", heat)
    check("--view in the dark", part.read_bytes() == dark, "not the picture of --dark")
    expect_error("no specification", 2, "no view specification", "--render", folder / "none.png",
                 "--view", "{start", heat)
    expect_error("no such view", 2, "No such file", "--render", folder / "none.png", "--view",
                 folder / "no.json", heat)

    # A range that reaches past the run is cut at its ends.
    run("--render", part, "--size", "900x400", heat)
    whole_run = part.read_bytes()
    for words in (["--start", "0", "--end", "200ms"], ["--end", "1s"], ["--start=-10ms", "--end", "200ms"], ["--end", "103ms"],
                  ["--view", '{"start": -1, "end": 1}']):
        done = run("--render", part, "--size", "900x400", *words, heat)
        check(f"{words}", done.returncode == 0 and part.read_bytes() == whole_run, done.stderr or "not the whole run")
    run("--render", part, "--size", "900x400", "--start", "60ms", heat)
    end_of_run = part.read_bytes()
    for end in ("100ms", "170ms"):
        run("--render", part, "--size", "900x400", "--start", "60ms", "--end", end, heat)
        check(f"60ms to {end}", part.read_bytes() == end_of_run, "not from 60 ms to the end")
    run("--render", both, "--mode", "compare", "--size", "800x700", "--bind", "time", heat, other)
    by_time = both.read_bytes()
    run("--render", both, "--mode", "compare", "--size", "800x700", "--bind", "time", "--end", "200ms", heat, other)
    check("compare past the end", both.read_bytes() == by_time, "not the whole run")

    # Two runs need room for all of their parts.
    low = folder / "low.png"
    done = run("--render", low, "--mode", "compare", "--size", "800x400", heat, other)
    told = done.stderr.split()
    check("low comparison", done.returncode == 2 and "800 pixels wide must be at least" in done.stderr and not low.exists(), done)
    least = int(told[told.index("least") + 1]) if "least" in told else 0
    for height, status in ((least - 1, 2), (least, 0)):
        done = run("--render", low, "--mode", "compare", "--size", f"800x{height}", heat, other)
        check(f"comparison {height} high", done.returncode == status, done)

    # Names of variables: on each strip of a heat map, and those of many lines as far as they fit.
    names = [f"variable-{i}" for i in range(16)]
    meters = folder / "meters.paje"
    meters.write_text(definitions([
        ("DefineContainerType", "Alias Type Name"), ("DefineVariableType", "Alias Type Name"),
        ("CreateContainer", "Time Alias Type Container Name"), ("SetVariable", "Time Type Container Value"),
    ]) + "0 C 0 Machine\n" + "".join(f"1 v{i} C {name}\n" for i, name in enumerate(names)) + "2 0 m C 0 m\n"
        + "".join(f"3 {time} v{i} m {time * (i + 1)}\n" for time in range(9) for i in range(16)))
    for look in ("heat", "together"):
        run("--render", drawn, "--size", "900x600", "--view", json.dumps({"variable_look": look}), meters)
        nodes = xml.dom.minidom.parse(str(drawn)).getElementsByTagName("text")
        rows_of = [node.firstChild.data.strip() for node in nodes if node.firstChild]
        counts = [rows_of.count(name) for name in names]
        if look == "heat":
            legends = [sum(name in words.split() for words in rows_of) for name in names]
            check("names of strips", counts == [1] * 16 and legends == [2] * 16, rows_of)
        else:
            left_out = 32 - sum(counts)  # each is in the legend, too
            check("names of lines", 0 < left_out < 16 and f"+{left_out}" in rows_of, rows_of)

    # Names of rows are whole where there is room.
    wide = folder / "wide.paje"
    names = ["illlllillillilli", "MMMMWWWWMMMM", "Процессор", "processor-1"]
    wide.write_text(definitions([
        ("DefineContainerType", "Alias Type Name"), ("CreateContainer", "Time Alias Type Container Name"),
        ("DestroyContainer", "Time Type Name"),
    ]) + "0 C 0 Process\n" + "".join(f"1 0 c{i} C 0 {name}\n" for i, name in enumerate(names)) + "2 5 C c0\n")
    run("--render", drawn, "--size", "700x260", wide)
    check("wide names", all(f">{name}<" in drawn.read_text() for name in names), "a name is cut")

    # One row that is higher than the picture.
    deep = folder / "deep.paje"
    deep.write_text(definitions([
        ("DefineContainerType", "Alias Type Name"), ("DefineStateType", "Alias Type Name"),
        ("CreateContainer", "Time Alias Type Container Name"),
        ("PushState", "Time Type Container Value"), ("PopState", "Time Type Container"),
    ]) + "0 C 0 Process\n1 S C Activity\n2 0 a C 0 a\n" + "".join(f"3 {i} S a x\n" for i in range(300)) + "4 300 S a\n")
    run("--render", drawn, "--size", "900x350", deep)
    check("a part of a row", "the upper part of the row; the rest needs more height" in drawn.read_text(), "not mentioned")

    bad = root / "sample_traces/bad/bad_time.paje"
    gone = folder / "gone.png"
    expect_error("bad trace", 1, f"{bad}:33:3: error: not a number", "--render", gone, bad)
    expect_error("no file", 2, "No such file", "--render", gone, folder / "none")
    expect_error("suffix", 2, "pictures end in", "--render", folder / "a.gif", heat)
    # At once: before a trace is looked at.
    expect_error("suffix", 2, "pictures end in .png, .svg or .pdf", "--render", folder / "a", folder / "none")
    expect_error("no folder", 2, "a.png", "--render", folder / "no/a.png", heat)
    expect_error("time", 2, "--start: 'nan' is not a time", "--render", gone, "--start", "nan", heat)
    expect_error("time", 2, "--end: 'nan' is not a time", "--render", gone, "--end", "nan", heat)
    expect_error("time", 2, "'soon' is not a time", "--render", gone, "--from", "soon", heat)
    expect_error("size", 2, "is not a size", "--render", gone, "--size", "5x5", heat)
    expect_error("no match", 2, "heat.ethernet.trace: the trace has no container like 'x?'; it has: rank-0, ", "--render", gone, "--containers", "x?", heat)
    large = folder / "large.paje"
    lines = (f"3 {i / 1000} S a x\n4 {i / 1000} S a\n" for i in range(400000))
    large.write_text(definitions([
        ("DefineContainerType", "Alias Type Name"), ("DefineStateType", "Alias Type Name"),
        ("CreateContainer", "Time Alias Type Container Name"),
        ("PushState", "Time Type Container Value"), ("PopState", "Time Type Container"),
    ]) + "0 C 0 Process\n1 S C Activity\n2 0 a C 0 a\n" + "".join(lines))
    # Vectors, however many states there are: no images, at most a shape for each pixel, fonts within.
    for name, trace in (("heat", heat), ("large", large)):
        drawn, printed = folder / f"{name}.svg", folder / f"{name}.pdf"
        run("--render", drawn, "--size", "600x300", trace)
        run("--render", printed, "--size", "600x300", trace)
        nodes = [node for tag in ("rect", "path", "polyline", "polygon", "line")
                 for node in xml.dom.minidom.parse(str(drawn)).getElementsByTagName(tag)]
        check(f"shapes of {name}", 10 < len(nodes) < 600 * 300, len(nodes))
        check(f"vectors of {name}", "<image" not in drawn.read_text(), "an image in the SVG")
        check(f"vectors of {name}", b"/Subtype /Image" not in printed.read_bytes(), "an image in the PDF")
        check(f"size of {name}", 'width="158.75mm" height="79.375mm"' in drawn.read_text(), drawn.read_text()[:400])
        if shutil.which("pdffonts"):
            done = subprocess.run(["pdffonts", printed], capture_output=True, text=True, timeout=60)
            lines = done.stdout.splitlines()[2:]
            check(f"fonts of {name}", lines and all(line.split()[-5] == "yes" for line in lines), done.stdout)
    check("font of the SVG", "sans-serif" in drawn.read_text(), "no font that is everywhere")
    expect_error("memory", 2, "out of memory: it may take 30000000 bytes (--max-memory)", "--render",
                 gone, "--max-memory", "30MB", large)
    expect_error("negative memory", 2, "found -1", "--render", gone, "--max-memory", "-1", heat)
    done = run("--render", part, "--max-memory", "4GB", heat)
    check("enough memory", done.returncode == 0, done.stderr)
    expect_error("--bind of one", 2, "--bind: needs two traces", "--render", gone, "--bind", "time", heat)
    expect_error("--bind", 2, "--bind: expected time|part|states|none, found day", "--render", gone, "--mode", "compare",
                 "--bind", "day", heat, heat)
    expect_error("--second-view of one", 2, "--second-view: needs two traces", "--render", gone, "--second-view", "{}", heat)
    expect_error("--second-view", 2, "no view specification", "--render", gone, "--mode", "compare", "--second-view",
                 "{", heat, heat)
    expect_error("compare one", 2, "two traces", "--render", gone, "--mode", "compare", heat)
    expect_error("compare one in a window", 2, "--mode: a comparison needs two traces, found 1", "--mode", "compare", heat)
    expect_error("a part of a name", 2, "the trace has no container like 'ank-1'", "--render", gone, "--containers", "ank-1", heat)
    run("--render", part, "--containers", "rank-1,rank-2", heat)
    listed = part.read_bytes()
    run("--render", part, "--containers", "rank-[12]", heat)
    check("--containers with a set", part.read_bytes() == listed, "not the picture of the list")
    run("--render", part, "--containers", "rank-1", "--containers", "rank-2", heat)
    check("--containers again", part.read_bytes() == listed, "not the picture of the list")
    expect_error("mode", 2, "'cube' is not", "--render", gone, "--mode", "cube", heat)
    for option in ("--start=1ms", "--end=9ms", "--containers=rank-1", "--view={}", "--no-links"):
        expect_error(f"aggregate {option}", 2, "--mode aggregate shows the whole run", "--render", gone, "--mode", "aggregate", option, heat)
    for view, words in (('{"foo":1}', "a view has no member 'foo'"), ('{"start":"5ms"}', "the member 'start' of a view is to be a number"),
                        ('{"palette":"foo"}', "is to be one of trace, safe, class, found 'foo'"),
                        ('{"containers":"nope"}', "no container matches 'nope'"), ('{"start":0.02,"end":0.01}', "'start' of a view is after 'end'"),
                        ('{"colors":{"a/b":"#zz"}}', "is to have colours such as #ff8000, found none for 'a/b'"),
                        ('{"colors":{"a/b":7}}', "found none for 'a/b'"), ('{"scales":{"power":[5,1]}}', "two ascending numbers for 'power'"),
                        ('{"scales":{"power":[1,"5"]}}', "two ascending numbers for 'power'"), ('{"hidden_rows":[7]}', "is to be a list of texts"),
                        ('{"start":5,"end":6}', "is from 'start' to 'end' of the view")):
        expect_error(view, 2, words, "--render", gone, "--view", view, heat)
    expect_error("after the end", 2, "nothing of heat.ethernet.trace is from --start to --end", "--render", gone, "--start", "99s", heat)
    expect_error("backwards", 2, "--start: is after --end", "--render", gone, "--start", "20ms", "--end", "10ms", heat)
    expect_error("palette", 2, "expected trace|safe|class, found x", "--render", gone, "--palette", "x", heat)
    by_class, by_trace = folder / "by_class.png", folder / "by_trace.png"
    run("--render", by_class, "--palette", "class", heat)
    run("--render", by_trace, heat)
    check("palette of classes", by_class.read_bytes() != by_trace.read_bytes())
    expect_error("jobs", 2, "--jobs", "--render", gone, "--jobs", "0", heat)
    check("no remains", not gone.exists(), "a picture of nothing")

    # The reading options of the tools.
    lines = definitions([
        ("DefineContainerType", "Alias Type Name"), ("DefineStateType", "Alias Type Name"),
        ("CreateContainer", "Time Alias Type Container Name"),
        ("PushState", "Time Type Container Value"), ("PopState", "Time Type Container"),
    ]) + "0 C 0 Process\n1 S C Activity\n2 0 a C 0 a\n3 0 S a outer\n3 1 S a inner\n"
    sloppy = folder / "sloppy.paje"
    sloppy.write_text(lines + "4 2 S a\n4 3 S a\n4 3.5 S a\n3 4 S a last\n4 5 S a\n4 6 S nobody\n")
    expect_error("strict", 1, "pop without an open state", "--render", gone, sloppy)
    done = run("--render", part, "--size", "900x400", "--lenient", sloppy)
    check("--lenient", done.returncode == 0 and "pop-on-empty-stack" in done.stderr
          and f"{sloppy}:" in done.stderr and done.stderr.count("\n") == 2, done.stderr)
    whole = part.read_bytes()
    for words in (["--stop-at", "2500 ms"], ["-a", "2.5"], ["--no-imbrication"], ["-i"]):
        done = run("--render", part, "--size", "900x400", "--lenient", *words, sloppy)
        check(words[0], done.returncode == 0 and part.read_bytes() != whole, done.stderr or "the same picture")
    done = run("--render", part, "--size", "900x400", "--lenient", "-u", "-n", "-z", "-j", "2", sloppy)
    check("-u -n -z -j", done.returncode == 0 and part.read_bytes() == whole, done.stderr)
    expect_error("--stop-at", 2, "'never' is not a time", "--render", gone, "--stop-at", "never", sloppy)
    for word in ("nan", "inf", "1e308d", "nan s"):
        expect_error(f"--to {word}", 2, "is not a time", "--render", gone, "--to", word, heat)
    for word in ("nan", "nanxnan", "infx100", "100xnan"):
        expect_error(f"--size {word}", 2, "is not a size", "--render", gone, "--size", word, heat)
    endless = folder / "endless.paje"
    endless.write_text(lines + "4 inf S a\n")
    for mode in ("gantt", "aggregate"):
        expect_error("endless", 1, "endless.paje: a time is not finite", "--render", gone, "--mode", mode, endless)

    # StarPU counts in milliseconds; another unit changes words only.
    starpu = root / "tests/cases/compat/starpu.paje"
    drawn = folder / "unit.svg"

    def labels(*words):
        size = "900x600" if "compare" in words else "900x400"
        done = run("--render", drawn, "-n", "-z", "--size", size, *words)
        check(f"{words}", done.returncode == 0, done.stderr)
        nodes = xml.dom.minidom.parse(str(drawn)).getElementsByTagName("text")
        return {"".join(part.data for part in node.childNodes).strip() for node in nodes}, done.stderr

    for mode in ("gantt", "aggregate"):
        words, told = labels("--mode", mode, starpu)
        check("StarPU", words & {"1 ms", "1.0 ms"} and told.count("\n") == 1
              and "its times are taken as milliseconds" in told, (words, told))
        words, told = labels("--mode", mode, "--unit", "s", starpu)
        check("StarPU --unit s", words & {"1 s", "1.0 s"} and not told, (words, told))
        words, told = labels("--mode", mode, "--unit", "us", heat)
        check("--unit us", "20 ns" in words and not told, (words, told))
    words, told = labels("--mode", "compare", starpu, starpu)
    check("compare StarPU", words & {"1 ms", "1.0 ms"} and told.count("\n") == 1, (words, told))
    words, told = labels("--from", "1ms", "--to", "2", starpu)
    check("--from in the trace's unit", "1.2 ms" in words and "2.4 ms" not in words, words)
    expect_error("--stop-at of no unit", 2, "the trace counts in ms", "--render", gone, "-nz",
                 "--stop-at", "2ms", starpu)
    labels("--stop-at", "2ms", "--unit", "ms", starpu)
    expect_error("--unit", 2, "--unit: expected s|ms|us|ns, found d", "--render", gone, "--unit", "d", heat)
    expect_error("--palette", 2, "expected trace|safe", "--render", gone, "--palette", "grey", heat)
    expect_error("--size-field", 2, "no link has a field 'Volume'", "--render", gone, "--size-field", "Volume", heat)
    expect_error("--size-field, no fields", 2, "--size-field: excludes --no-user-defined", "--render", gone,
                 "--size-field", "Tag", "--no-user-defined", heat)
    labels("--size-field", "Tag", root / "sample_traces/features/message_sizes.paje")
    fills = []
    for palette in ("trace", "safe", "class"):
        labels("--palette", palette, "--mode", "aggregate", starpu)
        fills.append("#ff1aff" in drawn.read_text())
    check("--palette", fills == [True, False, False], fills)
    # Strokes where no state is, once for the whole picture.
    check("no state", drawn.stat().st_size < 60_000, drawn.stat().st_size)

    done = run("--help")
    check("--help", done.returncode == 0 and "--render" in done.stdout and not done.stderr, done)
    done = run("--version")
    check("--version", done.stdout.startswith("pajeview (paje) "), done.stdout)

print("\n".join(failures) or "pajeview --render: all as it should be")
sys.exit(bool(failures))
