"""Parquet files: this is the only module that imports Arrow's Parquet.

Also the columns of a sweep's table, with their meanings: the question's own words.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sweepstake.errors import DamagedFileError
from sweepstake.puzzle.question import Question
from sweepstake.store import files
from sweepstake.store.columns import Whole

ROW_GROUP = 100_000
"""Rows of a row group; the last group may have fewer."""
BUFFER = 2**16
"""Bytes of each column that are read at a time."""
VERSION = "4"
"""Of the columns; tables of another version are made again."""
IDENTITY = b"asked"
"""The metadata key of a sweep's table for the hash of the points from which it was made."""
SHARED = pa.dictionary(pa.int32(), pa.string())
"""The type of texts that many rows share."""
QUESTION, LEFT_OUT, MEAN = "question", "left_out", "mean_"
"""Columns: the question's name, the probability that an answer leaves out, and (with the name of an
outcome column after it) a mean that comes with an answer. If it has bounds, they are in columns
with `_low` and `_high` after that."""
ARROW = {
    "int": pa.int64(), "bool": pa.bool_(), "string": pa.string(), "rational": pa.string()
}  # fmt: skip
MEASURES = (
    ("probability", pa.float64(), "probability of this outcome"),
    ("exact", pa.string(), "the probability as p/q, if it is known exactly"),
    ("log10_probability", pa.float64(), "common logarithm of the probability"),
    ("count", pa.int64(), "trials that ended so, if simulated"),
    ("trials", pa.int64(), "trials in all, if simulated"),
    ("standard_error", pa.float64(), "standard error of the probability, if simulated"),
    ("low", pa.float64(), "lower bound of the probability; if simulated, of its 95% interval"),
    ("high", pa.float64(), "upper bound of the probability; if simulated, of its 95% interval"),
)
WEIGHTS = (("_weight", pa.float64()), ("_spread", pa.float64()))
"""Stored for rare outcomes: the sums of the weights of a chunk's trials (`core.weighted`)."""


def write(table: pa.Table, path: Path, root: Path) -> None:
    """Write `table` to `path`, whole or not at all."""
    with writing(path, root, table.schema) as groups:
        groups.add(table)


@contextmanager
def writing(
    path: Path, root: Path, schema: pa.Schema, about: Callable[[], Mapping[str, str]] = dict
) -> Iterator[Groups]:
    """A new file at `path` to which tables are added, which become row groups with `schema`.

    The file appears, whole, once the body ends well; its metadata are then `about()`. Until then it
    is in `root`, on the same disk.
    """
    with files.writing(path, root) as stream:
        writer = pq.ParquetWriter(stream, schema, compression="zstd", write_page_checksum=True)
        try:
            groups = Groups(writer)
            yield groups
            groups.end()
            writer.add_key_value_metadata(dict(about()))
            writer.close()
        finally:
            with suppress(OSError):  # a full disk is reported already
                writer.close()


@contextmanager
def opened(path: Path, is_named: bool = False, **options: Any) -> Iterator[pq.ParquetFile]:
    """Open a file; checksums are compared as it is read, or at once if its bytes have named it.

    DamagedFileError if it is damaged, another OSError if it can't be read now or is not there.
    """
    try:
        with _named(path) if is_named else pa.OSFile(str(path)) as file:
            yield pq.ParquetFile(file, page_checksum_verification=True, **options)
    except (MemoryError, FileNotFoundError, DamagedFileError):
        raise
    except (OSError, ValueError, pa.ArrowException) as error:
        number = error.errno if isinstance(error, OSError) else None
        if number not in (None, errno.EIO, errno.EISDIR, errno.ELOOP):
            raise
        raise DamagedFileError(f"{path} is damaged") from error


def _named(path: Path) -> pa.BufferReader:
    content = path.read_bytes()
    if name_of(content) != path.name:
        raise DamagedFileError(f"{path} is damaged")
    return pa.BufferReader(content)


def name_of(content: Any) -> str:
    """The name of a file that is named by its bytes."""
    return f"{sha256(content).hexdigest()[:32]}.parquet"


def declared(file: pq.ParquetFile) -> pa.Schema:
    """The columns of an open file, and its metadata."""
    about = {**(file.schema_arrow.metadata or {}), **(file.metadata.metadata or {})}
    return file.schema_arrow.with_metadata(about)


def content(tables: Sequence[pa.Table], about: Mapping[str, str]) -> pa.Buffer:
    """The bytes of a file with a row group for each table, and with metadata."""
    sink = pa.BufferOutputStream()
    schema = tables[0].schema.with_metadata(dict(about))
    with pq.ParquetWriter(sink, schema, compression="zstd", write_page_checksum=True) as writer:
        for table in tables:
            whole = table.replace_schema_metadata(schema.metadata).combine_chunks()
            writer.write_table(whole, row_group_size=max(len(table), 1))
    return sink.getvalue()


def table(file: pq.ParquetFile, names: Sequence[str] | None = None) -> pa.Table:
    """An open file as a table, or its named columns."""
    read = file.read(names, use_threads=False)
    return read.select(names or read.column_names).replace_schema_metadata(None)


def row_group(file: pq.ParquetFile, number: int) -> pa.Table:
    """A row group of an open file, in one piece."""
    table = file.read_row_group(number, use_threads=False)
    return table.replace_schema_metadata(None).combine_chunks()


def extent(file: pq.ParquetFile) -> int:
    """About how many bytes an open file takes in memory."""
    groups = (file.metadata.row_group(k) for k in range(file.num_row_groups))
    return sum(group.total_byte_size for group in groups)


def sizes(file: pq.ParquetFile) -> list[int]:
    """The rows of each row group of an open file."""
    return [file.metadata.row_group(k).num_rows for k in range(file.num_row_groups)]


def read(path: Path) -> pa.Table:
    """All rows of a file."""
    with opened(path) as file:
        return file.read()


def slices(path: Path, rows: Whole, columns: pa.Schema) -> Iterator[pa.Table]:
    """The `rows` of a file, which are ascending; only their row groups are read."""
    with opened(path) as file:
        begin = np.cumsum([0, *sizes(file)])
        cut = np.searchsorted(rows, begin)
        for group in np.flatnonzero(np.diff(cut)).tolist():
            table = file.read_row_group(group, columns=columns.names).select(columns.names)
            wanted = rows[cut[group] : cut[group + 1]] - begin[group]
            yield table.take(pa.array(wanted)).cast(columns)


def tables_of(path: Path, columns: Sequence[str], rows: int) -> Iterator[pa.Table]:
    """Some columns of a file, as a stream of tables of at most `rows` rows."""
    names = list(columns)
    with opened(path, buffer_size=BUFFER, pre_buffer=False) as file:
        for batch in file.iter_batches(rows, columns=names):
            yield pa.Table.from_batches([batch]).select(names)


def rows(path: Path) -> int:
    """How many rows a file has."""
    with opened(path) as file:
        return int(file.metadata.num_rows)


class Groups:
    """Writes tables as row groups of `ROW_GROUP` rows, however the tables were cut."""

    def __init__(self, writer: pq.ParquetWriter) -> None:
        self._writer, self._parts, self._rows = writer, list[pa.Table](), 0

    def add(self, part: pa.Table) -> None:
        """Add a table; a row group is written when there are enough rows."""
        self._parts.append(part)
        self._rows += len(part)
        while self._rows >= ROW_GROUP:
            whole = pa.concat_tables(self._parts)
            self._write(whole.slice(0, ROW_GROUP))
            self._parts, self._rows = [whole.slice(ROW_GROUP)], self._rows - ROW_GROUP

    def end(self) -> None:
        """Write the remaining rows."""
        if self._rows:
            self._write(pa.concat_tables(self._parts))

    def _write(self, group: pa.Table) -> None:
        table = group.cast(plain(self._writer.schema)).combine_chunks()
        table = encoded(table, self._writer.schema)
        self._writer.write_table(table, row_group_size=len(table))


def schema(question: Question) -> pa.Schema:
    """The name of `question`, its parameters, method, outcomes and measures, in this order.

    An outcome may be missing if the method may leave out all outcomes: such an answer is one row
    whose probability is null. So is an empty listing.
    """
    may_be_empty = question.listing or any(m.leaves_out for m in question.methods.values())
    fields = [
        _of_answer(QUESTION, "the question that the row answers", False),
        *(_field(p.name, p.type, p.meaning, False) for p in question.parameters),
        _field("method", "string", "how it was found", False),
        *(_field(c.name, c.type, c.meaning, c.nullable or may_be_empty) for c in question.outcomes),
        *(pa.field(name, kind, metadata={"meaning": says}) for name, kind, says in MEASURES),
        _of_answer(LEFT_OUT, "probability p/q that this answer leaves out, if any"),
        *(
            _of_answer(name, f"mean of {column} as p/q, if it comes with the answer")
            for column, name in means(question).items()
        ),
        *(
            pa.field(name, pa.float64(), metadata={"meaning": f"{end} bound of mean of {column}"})
            for column, names in mean_bounds(question).items()
            for end, name in zip(("lower", "upper"), names, strict=True)
        ),
    ]
    about = {"question": question.name, "text": question.text, "schema_version": VERSION}
    return pa.schema(fields, metadata=about)


def plain(schema: pa.Schema) -> pa.Schema:
    """The schema without dictionaries."""
    return pa.schema(
        [field.with_type(getattr(field.type, "value_type", field.type)) for field in schema]
    )


def encoded(table: pa.Table, schema: pa.Schema) -> pa.Table:
    """`table` in `schema`; a new dictionary has values in the order in which they occur."""
    columns = [
        column.dictionary_encode() if field.type == SHARED else column
        for field, column in zip(schema, table.columns, strict=True)
    ]
    return pa.Table.from_arrays(columns, schema=schema)


def means(question: Question) -> dict[str, str]:
    """The columns with means that come with answers, by the name of the outcome column."""
    numbers = [] if question.listing else [c.name for c in question.outcomes if c.is_numeric]
    return {name: f"{MEAN}{name}" for name in numbers}


def mean_bounds(question: Question) -> dict[str, tuple[str, str]]:
    """The columns with proved bounds of means, by the name of the outcome column.

    Only if a method of the question proves bounds.
    """
    if not any(method.proves for method in question.methods.values()):
        return {}
    return {column: (f"{name}_low", f"{name}_high") for column, name in means(question).items()}


def parameters(question: Question) -> list[tuple[str, pa.DataType]]:
    """The columns of the parameters of `question`."""
    return [(p.name, ARROW[p.type]) for p in question.parameters]


def _of_answer(name: str, meaning: str, nullable: bool = True) -> pa.Field:
    """A column that has the same text in all rows of an answer."""
    return pa.field(name, SHARED, nullable=nullable, metadata={"meaning": meaning})


def _field(name: str, kind: str, meaning: str, nullable: bool) -> pa.Field:
    return pa.field(name, ARROW[kind], nullable=nullable, metadata={"meaning": meaning})
