"""SQL writes files only if the user says so."""

import sqlite3

from system.traces import DONE, TROUBLE, on_terminal, trace_of

OPTION = "--allow-writes"


def make_database(path, mode="DELETE"):
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA journal_mode = {mode}")
        database.execute("CREATE TABLE t(x)")
        database.execute("INSERT INTO t VALUES (42)")
    database.close()
    return path


def check(setting):
    trace = setting.make("trace.paje", trace_of(b"p"))
    folder = (setting.scratch / "databases").resolve()
    folder.mkdir()
    known = {name: make_database(folder / name, mode)
             for name, mode in (("plain.db", "DELETE"), ("logged.db", "WAL"))}
    empty = folder / "empty.db"
    empty.write_bytes(b"")
    contents = {path: path.read_bytes() for path in folder.iterdir()}

    def run(title, statements, code, says, *options, **more):
        for how in ("argument", "standard input", "file"):
            if how == "argument":
                done = setting.run("pj_query", *options, trace, statements, **more)
            elif how == "standard input":
                done = setting.run("pj_query", *options, trace, stdin=statements.encode(), **more)
            else:
                script = setting.make("statements.sql", statements.encode())
                done = setting.run("pj_query", *options, "-f", script, trace, **more)
            setting.report.check(f"{title}, SQL as {how}", done.code == code
                                 and says in (done.out if code == DONE else done.err), f"{done}")

    def is_untouched(title):
        now = {path: path.read_bytes() for path in folder.iterdir()}
        setting.report.check(f"{title}: files", now == contents,
                             str(set(path.name for path in now) ^ set(path.name for path in contents)))

    new = folder / "new.db"
    other = f"file:{new}?mode=rwc"
    for name, path in known.items():
        run(f"reads {name}", f"ATTACH '{path}' AS o; SELECT x FROM o.t", DONE, "42")
        run(f"reads {name} by a URI", f"ATTACH 'file:{path}?mode=ro' AS o; SELECT x FROM o.t", DONE, "42")
        for what in ("INSERT INTO o.t VALUES (1)", "CREATE TABLE o.u(x)", "DELETE FROM o.t", "DROP TABLE o.t",
                     "UPDATE o.t SET x = 1", "CREATE TABLE o.copy AS SELECT * FROM states"):
            run(f"{what} in {name}", f"ATTACH '{path}' AS o; {what}", TROUBLE, OPTION)
        run(f"rwc {name}", f"ATTACH 'file:{path}?mode=rwc' AS o; DELETE FROM o.t", TROUBLE, OPTION)
        is_untouched(name)
    run("VACUUM of another", f"ATTACH '{known['plain.db']}' AS o; VACUUM o", TROUBLE, "")
    run("journal mode", f"ATTACH '{known['plain.db']}' AS o; PRAGMA o.journal_mode = WAL; "
        "PRAGMA o.user_version = 7; DELETE FROM o.t", TROUBLE, "")
    for vfs in ("unix", "unix-none", "unix-dotfile", "unix-excl", "unix-namedsem"):
        run(f"vfs={vfs}", f"ATTACH 'file:{new}?vfs={vfs}&mode=rwc' AS o; CREATE TABLE o.t(x)", TROUBLE, "")
    for title, what in {
            "ATTACH of a new one": f"ATTACH '{new}' AS o; CREATE TABLE o.t(x)",
            "ATTACH of an expression": f"ATTACH '{folder}' || '/new.db' AS o; CREATE TABLE o.t(x)",
            "ATTACH of a URI": f"ATTACH '{other}' AS o; CREATE TABLE o.t(x)",
            "VACUUM INTO": f"VACUUM INTO '{new}'", "VACUUM main INTO": f"VACUUM main INTO '{new}'",
            "VACUUM INTO a URI": f"VACUUM INTO '{other}'",
            "VACUUM INTO an empty file": f"VACUUM INTO '{empty}'",
            "an empty file": f"ATTACH '{empty}' AS o; CREATE TABLE o.t(x)"}.items():
        run(title, what, TROUBLE, OPTION)
        is_untouched(title)
    for what in (f"SELECT load_extension('{new}')", f"SELECT writefile('{new}', 'x')", f"SELECT edit('{new}')",
                 f".output {new}", f".backup {new}", f"CREATE VIRTUAL TABLE v USING csv(filename='{new}')"):
        run(what, what, TROUBLE, "")
    is_untouched("functions and commands")
    # In memory everything can be made; sorting may need files that are gone at the end.
    run("tables in memory", "CREATE TABLE u(x); INSERT INTO u VALUES (5); CREATE TEMP TABLE w AS SELECT x + 1 AS y "
        "FROM u; CREATE VIEW z AS SELECT y + 1 AS v FROM w WHERE 0; SELECT y FROM w; ATTACH ':memory:' AS m; "
        "CREATE TABLE m.t(x); VACUUM", DONE, "6")
    run("temporary tables", "CREATE TABLE u(x); INSERT INTO u VALUES (5); CREATE TEMP TABLE w AS SELECT x + 1 AS y "
        "FROM u; ATTACH ':memory:' AS m; CREATE TABLE m.t(x); ATTACH '' AS n; CREATE TABLE n.t(x); SELECT y FROM w",
        DONE, "6")
    is_untouched("in memory")
    saved = folder / "saved.db"
    done = setting.run("pj_query", "--save", saved, trace)
    with sqlite3.connect(saved) as database:
        count = database.execute("SELECT count(*) FROM states").fetchone()[0]
        fine = database.execute("PRAGMA integrity_check").fetchone()[0]
    database.close()
    setting.report.check("--save", done.code == DONE and count == 3 and fine == "ok", f"{done} {count} {fine}")
    done = setting.run("pj_query", "--save", saved, trace, f"ATTACH '{saved}' AS o; SELECT count(*) AS n FROM o.state")
    setting.report.check("--save, then SQL", done.code == DONE and done.out == "n\n3\n", f"{done}")
    saved.unlink()
    contents.update()
    is_untouched("--save")
    run("allowed", f"ATTACH '{known['plain.db']}' AS o; INSERT INTO o.t VALUES (43); SELECT count(*) > 1 AS n FROM o.t",
        DONE, "1", OPTION)
    done = setting.run("pj_query", OPTION, trace, f"ATTACH '{new}' AS o; CREATE TABLE o.s AS SELECT * FROM states; "
                       "SELECT count(*) AS n FROM o.s")
    setting.report.check("a new one", done.code == DONE and done.out == "n\n3\n" and new.exists(), f"{done}")
    done = setting.run("pj_query", OPTION, trace, f"CREATE TABLE keep AS SELECT 1 AS one; VACUUM INTO '{folder}/v.db'")
    setting.report.check("VACUUM INTO is allowed", (folder / "v.db").exists() or done.code == TROUBLE, f"{done}")
    _, errors = on_terminal([setting.tool("pj_query"), trace, f"ATTACH '{folder}/w.db' AS o; SELECT 1"])
    setting.report.check("on a terminal", OPTION.encode() in errors and not (folder / "w.db").exists(), f"{errors}")
