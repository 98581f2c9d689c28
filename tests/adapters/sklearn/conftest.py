"""Which of scikit-learn's checks are slow tests: those of all but one setting of an estimator."""

import pytest

# Each repeats another check with its data in another form; sparse tables have tests of their own.
REPEATED = (
    "_data_not_an_array]",
    "_train(readonly_memmap=True)]",
    "-check_estimator_sparse_array]",
    "-check_estimator_sparse_matrix]",
    "-check_sample_weight_equivalence_on_sparse_data]",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    first: dict[str, str] = {}
    for item in items:
        function, _, case = item.nodeid.partition("::test_scikit_learn_conventions[")
        setting = case.partition("-check_")[0]
        if setting != first.setdefault(function, setting) or case.endswith(REPEATED):
            item.add_marker(pytest.mark.slow)
