"""Damage to files, by kind: each function harms some of `files` and returns those it touched."""

import shutil

import pyarrow as pa
import pyarrow.parquet as pq


def bits_flipped(rng, files):
    path = rng.choice(files)
    content = bytearray(path.read_bytes())
    for _ in range(rng.randint(1, 3)):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    path.write_bytes(content)
    return [path]


def cut_short(rng, files):
    path = rng.choice(files)
    path.write_bytes(path.read_bytes()[: rng.randrange(1, path.stat().st_size)])
    return [path]


def emptied(rng, files):
    path = rng.choice(files)
    path.write_bytes(b"")
    return [path]


def deleted(rng, files):
    path = rng.choice(files)
    path.unlink()
    return [path]


def column_of_another_type(rng, files):
    def changed(table, name):
        kind = pa.string() if not pa.types.is_string(table[name].type) else pa.large_string()
        return table.set_column(table.column_names.index(name), name, table[name].cast(kind))

    return _rewritten(rng, files, changed)


def column_missing(rng, files):
    return _rewritten(rng, files, lambda table, name: table.drop_columns([name]))


def column_renamed(rng, files):
    return _rewritten(rng, files, lambda table, name: table.rename_columns({name: f"{name}_"}))


def rows_altered(rng, files):
    """One value of a valid file is another, and what the file says of itself is as before."""

    def changed(table, name):
        values = table[name].to_pylist()
        places = [k for k, value in enumerate(values) if value is not None]
        if not places or name == "_piece":  # no value here: every sampled row has a count or plays
            name = table.column_names[1]
            values, places = table[name].to_pylist(), range(len(table))
        place = rng.choice(places)
        values[place] = _another(values[place])
        column = pa.array(values, table[name].type)
        return table.set_column(table.column_names.index(name), name, column)

    return _rewritten(rng, files, changed)


def row_missing(rng, files):
    def changed(table, _):
        place = rng.randrange(len(table))
        return pa.concat_tables([table[:place], table[place + 1 :]])

    return _rewritten(rng, files, changed)


def two_swapped(rng, files):
    one, other = rng.sample(files, 2)
    aside = one.with_suffix(".aside")
    one.rename(aside)
    other.rename(one)
    aside.rename(other)
    return [one, other]


def copied_to_another_name(rng, files):
    path = rng.choice(files)
    copy = path.with_name(f"{rng.getrandbits(128):032x}.parquet")
    shutil.copy(path, copy)
    return [copy]


def copied_over_another(rng, files):
    one, other = rng.sample(files, 2)
    shutil.copy(one, other)
    return [other]


def foreign_bytes(rng, files):
    return _foreign(rng, files, lambda path: path.write_bytes(rng.randbytes(rng.randrange(9000))))


def foreign_table(rng, files):
    table = pa.table({"plays": [1, 2, 3], "count": [4, 5, 6]})
    return _foreign(rng, files, lambda path: pq.write_table(table, path))


def folder_instead(rng, files):
    path = rng.choice(files)
    path.unlink()
    path.mkdir()
    return [path]


ANY = (bits_flipped, cut_short, emptied, deleted)
"""What can happen to a file of any kind."""
STORED = {
    kind.__name__.replace("_", " "): kind
    for kind in (
        *ANY, column_of_another_type, column_missing, column_renamed, rows_altered, row_missing,
        two_swapped, copied_to_another_name, copied_over_another, foreign_bytes, foreign_table,
        folder_instead,
    )
}  # fmt: skip
"""What can happen to a file of chunks, by name."""
OTHERS = {
    "finished table": "data/wars.parquet",
    "record of runs": "runs/wars.parquet",
    "status file": ".points/.status/wars.json",
    "lock file": ".points/.locks/wars",
}


def _another(value):
    if isinstance(value, bool):
        return not value
    return f"{value}1" if isinstance(value, str) else value + 1


def _rewritten(rng, files, changed):
    path = rng.choice(files)
    table = pq.read_table(path)
    name = rng.choice(table.column_names)
    pq.write_table(
        changed(table, name).replace_schema_metadata(table.schema.metadata),
        path, compression="zstd", write_page_checksum=True,
    )  # fmt: skip
    return [path]


def _foreign(rng, files, write):
    path = files[0].with_name(f"{rng.getrandbits(128):032x}.parquet")
    write(path)
    return [path]
