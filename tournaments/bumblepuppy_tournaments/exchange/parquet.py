"""Results as a Parquet file, by pyarrow, which is installed with the extra `parquet`."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final, get_type_hints

from bumblepuppy_tournaments.bots.entrants import ConfigError
from bumblepuppy_tournaments.extras import how_to_install
from bumblepuppy_tournaments.store.results import ResultRow

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ROWS_AT_ONCE: Final = 50_000
"""A row group: large enough to be read fast, small enough for any memory."""


def write_parquet(rows: Iterator[ResultRow], output: Path) -> None:
    """Write results to a file, a part at a time.

    Raises:
        ConfigError: pyarrow is not installed.
    """
    try:
        import pyarrow as pa  # noqa: PLC0415 - of an extra
        from pyarrow import parquet  # noqa: PLC0415 - as above
    except ImportError as error:
        raise ConfigError(
            "--format parquet needs pyarrow, which is not installed here."
            f" Choose --format csv, or run\n  {how_to_install('pyarrow')}"
        ) from error
    types = {int: pa.int64(), float: pa.float64(), str: pa.string(), bool: pa.bool_()}
    kinds = get_type_hints(ResultRow)
    schema = pa.schema([(name, types[kinds[name]]) for name in ResultRow._fields])
    with parquet.ParquetWriter(output, schema) as writer:
        while part := list(islice(rows, ROWS_AT_ONCE)):
            columns = dict(zip(ResultRow._fields, zip(*part, strict=True), strict=True))
            writer.write_table(pa.table(columns, schema=schema))
