"""Archives: what is written comes back, in this version and in later ones."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nzdd import NZDD, ZDD, ArchiveError
from support.sets.diagrams import ORDER, ROWS, WEIGHTS, same_arrays, sample
from support.sets.families import families, row_set, weights_for

DATA = Path(__file__).parent / "data"


@given(families(), st.data())
def test_what_is_saved_comes_back(scratch, case, data):
    rows, num_symbols = case
    weights = data.draw(st.none() | weights_for(rows))
    order = data.draw(
        st.sampled_from(["natural", "frequency"]) | st.permutations(range(num_symbols))
    )
    for kind in (ZDD, NZDD):
        diagram = kind.from_rows(rows, weights, order=order, num_symbols=num_symbols)
        diagram.save(scratch)
        loaded = kind.load(scratch)
        assert same_arrays(loaded, diagram)
        assert loaded.order.name == diagram.order.name
        assert row_set(loaded) == row_set(rows)


def test_wide_ground_sets_need_no_room(kind, scratch):
    diagram = kind.from_rows([[2**32 - 2]])
    diagram.save(scratch)
    assert same_arrays(kind.load(scratch), diagram)
    assert scratch.stat().st_size < 10_000


def test_loaded_diagrams_are_read_only(kind, scratch):
    sample(kind).save(scratch)
    for array in kind.load(scratch)._state().values():
        if isinstance(array, np.ndarray):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1


def test_equal_diagrams_give_equal_files(kind, tmp_path):
    for name in ("a", "b"):
        sample(kind).save(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_paths_may_be_strings(kind, tmp_path):
    sample(kind).save(str(tmp_path / "diagram"))
    assert same_arrays(kind.load(str(tmp_path / "diagram")), sample(kind))


@pytest.mark.parametrize(("kind", "name"), [(ZDD, "zdd-1.nzdd"), (NZDD, "nzdd-1.nzdd")])
def test_files_of_format_version_1_can_be_read(kind, name):
    """These files stay as they are for as long as version 1 is read."""
    loaded = kind.load(DATA / name)
    loaded.verify()
    assert row_set(loaded) == row_set(ROWS)
    assert loaded.order.symbols.tolist() == ORDER
    nzdd = loaded if kind is NZDD else loaded.to_nzdd()
    assert nzdd.multiplicity[nzdd.source == 0].sum() == sum(WEIGHTS)
    assert nzdd.num_symbols == 7


def test_an_archive_of_another_kind_is_refused(kind, scratch):
    other = NZDD if kind is ZDD else ZDD
    sample(other).save(scratch)
    message = f"it holds '{other.__name__.lower()}', not '{kind.__name__.lower()}'"
    with pytest.raises(ArchiveError, match=message):
        kind.load(scratch)


def test_a_future_version_is_refused(kind, scratch):
    state = sample(kind)._state()
    with open(scratch, "wb") as file:
        np.savez(file, format=np.array([f"nzdd {kind.__name__.lower()}", "2", *state]), **state)
    with pytest.raises(ArchiveError, match="format version 2; this release reads up to 1"):
        kind.load(scratch)
