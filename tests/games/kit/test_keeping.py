from games.kit.keeping import in_memory


def test_what_is_kept_is_made_once() -> None:
    keep, made = in_memory(), list[int]()

    def make() -> bytes:
        made.append(1)
        return b"a table"

    def sound(kept: bytes) -> bool:
        return kept == b"a table"

    assert keep("one", make, sound) == keep("one", make, sound) == b"a table"
    assert len(made) == 1
    assert keep("other", lambda: b"another", sound) == b"another"
    assert keep("other", make, sound) == b"a table", "what is not sound is made again"
