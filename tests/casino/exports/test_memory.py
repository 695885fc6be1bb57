"""However long an evening was, an export of it takes no more memory."""

import pytest

from bench import exports, server
from casino.exports.formats import FORMATS


@pytest.mark.slow
def test_200_000_transfers_are_written_with_flat_memory_in_every_format() -> None:
    with server.running() as serving:
        found = exports.measure(serving, exports.TRANSFERS, turns=1)
    assert found.keys() == set(exports.FORMATS)
    widest = {format_: round(measured.megabytes) for format_, measured in found.items()}
    assert max(widest.values()) < exports.MOST_MEGABYTES, widest
    grown = {format_: measured.megabytes - measured.before for format_, measured in found.items()}
    assert max(grown.values()) < 25, grown  # of a process that has read nothing yet; the files are larger


def test_the_formats_that_are_measured_are_those_there_are() -> None:
    assert set(exports.FORMATS) == FORMATS.keys()
