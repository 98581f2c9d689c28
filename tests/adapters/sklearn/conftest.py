"""Which of scikit-learn's checks are slow tests."""

import pytest

# Each repeats another check with its data in another form.
REPEATED = (
    "_train(readonly_memmap=True)]",
    "-check_estimator_sparse_matrix]",
    "-check_sample_weight_equivalence_on_sparse_data]",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.endswith(REPEATED):
            item.add_marker(pytest.mark.slow)
