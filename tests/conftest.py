"""How examples are drawn, on how many cores tests run, and where larger data are (NZDD_DATA)."""

import gc
import os
import signal
import subprocess
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import settings

# The same few examples in every run, so that a change is judged by what it changes; `thorough` has
# more of them, and `nightly`, which `.ci/nightly` runs, new ones each time. Tests that ask for
# another number scale it by the profile (`support.examples`). A busy machine is no failure.
settings.register_profile("few", derandomize=True, max_examples=10, deadline=None)
settings.register_profile("thorough", derandomize=True, max_examples=100, deadline=None)
settings.register_profile("nightly", max_examples=300, deadline=None)
settings.load_profile("few")

# Processes that tests start import nzdd from where it is installed, not from the checkout they
# run in, which has no compiled core.
os.environ["PYTHONSAFEPATH"] = "1"

# Shells have what they start in the background ignore Ctrl-C, and nohup the end of a terminal; both
# are tested here.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# On matrices as small as those of the tests, threads wait for each other: for minutes on a busy
# machine. Has to be set before numpy is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

if "COVERAGE_PROCESS_CONFIG" in os.environ:
    # `.ci/coverage` counts the lines of solver processes too. One that is killed cannot save them;
    # one that is left alone ends by itself.
    from nzdd.adapters.workers import pool as worker_pool

    kill = worker_pool._Worker.kill

    def leave_alone_then_kill(worker):
        worker.connection.close()
        with suppress(subprocess.TimeoutExpired):
            worker.process.wait(1)
        kill(worker)

    worker_pool._Worker.kill = leave_alone_then_kill


SKIPPED = "nzdd/skipped"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One process a core for folders of tests; for a file, ``-k`` or ``-s`` this one alone."""
    option = config.option
    again = getattr(option, "lf", False)  # of the plugin cacheprovider, which may be off
    alone = again or option.keyword or option.capture == "no" or option.collectonly
    if alone or not any(Path(name).is_dir() for name in config.args):
        return 0
    cores = min(len(os.sched_getaffinity(0)), 8)
    return cores if cores > 1 else 0


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where more is installed later, only what could not run before is run."""
    parser.addoption("--note-skipped", action="store_true", help="remember which tests skip")
    parser.addoption("--skipped-before", action="store_true", help="run only those that skipped")


def pytest_configure(config: pytest.Config) -> None:
    if config.option.note_skipped and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Skipped(config))


class _Skipped:
    def __init__(self, config: pytest.Config) -> None:
        self.config, self.found = config, set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            self.found.add(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self.found.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.config.cache.set(SKIPPED, sorted(self.found))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files without such tests are not even imported."""
    if config.option.skipped_before and collection_path.suffix == ".py":
        name = collection_path.relative_to(config.rootpath).as_posix()
        return name not in {each.split("::")[0] for each in config.cache.get(SKIPPED, [])} or None
    return None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Modules and items stay to the end: looking for garbage among them would take a tenth."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.skipped_before:
        skipped = set(config.cache.get(SKIPPED, []))
        chosen = [each for each in items if {each.nodeid, each.nodeid.split("::")[0]} & skipped]
        config.hook.pytest_deselected(items=[each for each in items if each not in set(chosen)])
        items[:] = chosen


@pytest.fixture(scope="session", autouse=True)
def away_from_the_checkout(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Files written by bare names are not left there; Python 3.10 finds no module there first."""
    os.chdir(tmp_path_factory.mktemp("away"))


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of larger test data, or a skip with the reason."""
    folder = os.environ.get("NZDD_DATA")
    if not folder:
        pytest.skip("NZDD_DATA is not set: it names the folder of larger test data")
    if not Path(folder).is_dir():
        pytest.skip(f"NZDD_DATA names {folder}, which is no folder")
    return Path(folder)
