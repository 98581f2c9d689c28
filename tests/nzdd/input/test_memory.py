import pytest

from nzdd.input import memory


def test_what_is_left_is_no_more_than_the_machine_has_and_some():
    assert 2**20 < memory.available() < 2**50


def test_the_more_memory_a_reader_needs_the_less_it_may_read(monkeypatch):
    monkeypatch.delenv(memory.VARIABLE, raising=False)
    monkeypatch.setattr(memory, "_limits", lambda: iter([2**35, 2**34]))
    assert [memory.max_bytes(need) for need in (1, 16)] == [2**34, 2**30]
    monkeypatch.setattr(memory, "_limits", lambda: iter([-5]))
    assert memory.available() == 0
    assert memory.max_bytes(1) == 2**24  # small files are always read


def test_the_limit_can_be_set(monkeypatch):
    monkeypatch.setenv(memory.VARIABLE, "12345")
    assert memory.max_bytes(1) == memory.max_bytes(64) == 12345
    for text in ("x", "-1", "1e9", "9" * 5000):
        monkeypatch.setenv(memory.VARIABLE, text)
        with pytest.raises(ValueError, match=r"^NZDD_MAX_BYTES is .{1,50}; give a number of bytes"):
            memory.max_bytes(1)
