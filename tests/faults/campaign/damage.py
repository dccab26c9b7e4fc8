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
    path.write_bytes(path.read_bytes()[: rng.randrange(max(path.stat().st_size, 1))])
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
    path = rng.choice(files)
    groups, about = _read(path)
    name = rng.choice(groups[0].column_names)
    place = groups[0].column_names.index(name)
    kind = _another_type(groups[0].schema.field(name).type)
    changed = [group.set_column(place, name, group[name].cast(kind)) for group in groups]
    return _written(path, changed, about)


def rows_altered(rng, files):
    """One value of a valid file is another, and what the file says of itself is as before."""
    path = rng.choice(files)
    groups, about = _read(path)
    number = rng.randrange(len(groups))
    table = groups[number]
    name, place = rng.choice(table.column_names), rng.randrange(len(table))
    values = table[name].to_pylist()
    values[place] = _another(rng, values[place])
    column = pa.array(values, table[name].type)
    groups[number] = table.set_column(table.column_names.index(name), name, column)
    return _written(path, groups, about)


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
    path = files[0].with_name(f"{rng.getrandbits(128):032x}.parquet")
    path.write_bytes(rng.randbytes(rng.randrange(9000)))
    return [path]


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
        *ANY, column_of_another_type, rows_altered, two_swapped, copied_to_another_name,
        copied_over_another, foreign_bytes, folder_instead,
    )
}  # fmt: skip
"""What can happen to a shard, by name."""
OTHERS = {
    "record of runs": "runs/*.parquet",
    "status file": ".points/.status/*.json",
    "lock file": ".points/.locks/*",
    "list of sums": "SHA256SUMS",
}
"""What else a run leaves beside the store."""
MADE = {
    "finished table": "data/*.parquet",
    "checks": "checks.csv",
    "coverage": "tables/coverage.csv",
    "table": "tables/[!c]*.csv",
    "table in Markdown": "tables/*.md",
    "plot": "plots/*.svg",
}
"""What is made of the store, to the same bytes whenever it is made."""
FORCED = ("finished table", "checks", "coverage")
"""What of it every run makes."""


def made(results, kinds=tuple(MADE)):
    """The bytes of what is made of the store, by path below `results`."""
    files = {path for kind in kinds for path in results.glob(MADE[kind])}
    return {path.relative_to(results): path.read_bytes() for path in sorted(files)}


def harmed(fault, results, untouched):
    """The paths that a fault touched, a shard if it is `untouched`; none if it finds nothing."""
    if fault.kind in STORED:
        return STORED[fault.kind](fault.rng, untouched) if len(untouched) > 1 else None
    pattern = {**OTHERS, **MADE}[fault.kind]
    files = [path for path in sorted(results.glob(pattern)) if path.is_file()]
    files = [path for path in files if path.stat().st_size]
    return fault.rng.choice(ANY)(fault.rng, files) if files else None


def _another(rng, value):
    """A value that differs from `value` in one place."""
    if value == []:
        return [None]
    if isinstance(value, list):
        place = rng.randrange(len(value))
        return [*value[:place], _another(rng, value[place]), *value[place + 1 :]]
    if isinstance(value, dict):
        name = rng.choice([name for name in value if value[name] is not None])
        return value | {name: _another(rng, value[name])}
    if isinstance(value, bytes):
        return bytes([value[0] ^ 1]) + value[1:]
    if isinstance(value, bool):
        return not value
    return f"{value}1" if isinstance(value, str) else value + 1


def _another_type(kind):
    if pa.types.is_list(kind):
        return pa.large_list(kind.value_field)
    if pa.types.is_fixed_size_binary(kind):
        return pa.binary()
    return pa.large_string() if pa.types.is_string(kind) else pa.string()


def _read(path):
    """The row groups of a shard, and what it says of itself."""
    stored = pq.ParquetFile(path)
    about = {**stored.metadata.metadata}
    about.pop(b"ARROW:schema", None)
    return [stored.read_row_group(k) for k in range(stored.num_row_groups)], about


def _written(path, groups, about):
    schema = groups[0].schema.with_metadata(about)
    with pq.ParquetWriter(path, schema, compression="zstd", write_page_checksum=True) as writer:
        for group in groups:
            writer.write_table(group)
    return [path]
