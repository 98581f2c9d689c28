"""Whatever happens to a cluster: the same rows, or one line that says what happened."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from functools import partial

import numpy as np
import pytest

from nzdd import Multiset, RowTable, __version__
from nzdd.adapters.errors import ClusterError, ModelFileError
from nzdd.adapters.files.chunks import row_files
from support.processes import children, gone, until
from support.sets.diagrams import same_arrays

pytest.importorskip("distributed", reason="dask and distributed are not installed")

import cloudpickle
import dask
from dask import delayed
from distributed import Client, LocalCluster, SchedulerPlugin

from nzdd.adapters.libraries.dask import from_dask, nzdd_from_dask
from nzdd.adapters.libraries.dask.collect import LAST

WIDTH, PARTS = 12, 2 * LAST
cloudpickle.register_pickle_by_value(sys.modules[__name__])  # workers cannot import a test file


@pytest.fixture
def client():
    """Two worker processes; those that die are mostly started again."""
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0") as cluster,
        Client(cluster) as connected,
    ):
        yield connected


@pytest.fixture(scope="module")
def threads():
    """Two workers that are threads of this process, as long as none has to die."""
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}
    with LocalCluster(processes=False, **options) as cluster, Client(cluster) as connected:
        yield connected


def rows(seed):
    words = np.random.default_rng(seed).integers(0, 2**WIDTH, 500).astype(np.uint64)
    return RowTable.from_words(words, WIDTH)


def partitions():
    """So many that their sums are added on workers."""
    return [delayed(rows, pure=False)(seed) for seed in range(PARTS)]


def are_all_rows(found):
    expected = Multiset.from_chunks(map(rows, range(PARTS)), "natural")
    nzdd = found.nzdd() if isinstance(found, Multiset) else found
    assert same_arrays(nzdd, expected.nzdd())


def die():
    os.kill(os.getpid(), signal.SIGKILL)


class Killer(SchedulerPlugin):
    """Kills the worker of the first task of a kind that comes into a state."""

    def __init__(self, kind, state, processes):
        self.kind, self.state, self.processes = kind, state, processes
        self.killed = 0

    def start(self, scheduler):
        self.scheduler = scheduler

    def transition(self, key, start, finish, *args, **kwargs):
        if self.killed or not str(key).startswith(self.kind) or finish != self.state:
            return
        task = self.scheduler.tasks[key]
        worker = task.processing_on or next(iter(task.who_has))
        self.killed = self.processes[worker.address]
        os.kill(self.killed, signal.SIGKILL)


def was_killed(dask_scheduler):
    return dask_scheduler.plugins["killer"].killed


def tasks(dask_scheduler):
    return list(dask_scheduler.tasks)


@pytest.mark.parametrize("call", [from_dask, nzdd_from_dask])
def test_more_partitions_than_one_task_adds(threads, call):
    are_all_rows(call(partitions(), "natural", client=threads))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("call", "kind", "state"),
    [
        (from_dask, "_add", "memory"),  # its result is lost
        (from_dask, "_add", "processing"),
        (from_dask, "_collect", "processing"),
        (from_dask, "_collect", "memory"),
        (from_dask, "_first", "memory"),
        (nzdd_from_dask, "part_of", "memory"),
        (nzdd_from_dask, "part_of", "processing"),
        (nzdd_from_dask, "divided", "memory"),
        (nzdd_from_dask, "outline", "memory"),
        (nzdd_from_dask, "reduced", "processing"),
        (nzdd_from_dask, "reduced", "memory"),
        (nzdd_from_dask, "excerpt", "memory"),
        (nzdd_from_dask, "_collect", "memory"),
    ],
)
def test_a_worker_killed_in_each_phase(client, call, kind, state):
    killer = Killer(kind, state, client.run(os.getpid))
    client.register_plugin(killer, name="killer")
    try:
        found = call(partitions(), "natural", client=client)
        assert client.run_on_scheduler(
            lambda dask_scheduler: dask_scheduler.plugins["killer"].killed
        )
    finally:
        client.unregister_scheduler_plugin("killer")
    are_all_rows(found)


@pytest.mark.slow
def test_a_partition_that_kills_each_worker_is_named(client):
    """Or one that waited on the same workers: Dask does not know which of them it was."""
    parts = [partial(rows, seed) for seed in range(3)]
    with pytest.raises(ClusterError, match=r"^partition \d: all workers that .* died; see"):
        from_dask([parts[0], die, *parts[1:]], "natural", num_symbols=WIDTH, client=client)
    client.wait_for_workers(1)
    until(lambda: not client.run_on_scheduler(tasks))
    assert from_dask(parts, "natural", client=client).total == 1500


@contextmanager
def program(*arguments, **options):
    """A process, for as long as it is needed."""
    with subprocess.Popen(
        [sys.executable, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def scheduler(*workers):
    """A scheduler, a worker for each environment, and its address."""
    run = "from distributed.cli import {0}; {0}.main()"
    code = run.format("dask_scheduler")
    with program("-c", code, "--port", 0, "--no-dashboard") as process:
        line = next(line for line in process.stderr if "Scheduler at:" in line)
        address = line.split()[-1]
        stack = [program("-c", run.format("dask_worker"), address, "--no-nanny", "--no-dashboard",
                         env=os.environ | more) for more in workers]  # fmt: skip
        started = [each.__enter__() for each in stack]
        try:
            yield address, process
        finally:
            for each in started:
                each.kill()
            for each in stack:
                each.__exit__(None, None, None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("__version__ = '0.0.1'", f"has nzdd 0.0.1, and this process {__version__}; install"),
        ("raise ModuleNotFoundError(\"No module named 'nzdd'\")", "has no nzdd .*; install nzdd"),
    ],
)
def test_workers_with_another_version(tmp_path, text, message):
    (tmp_path / "nzdd").mkdir()
    (tmp_path / "nzdd" / "__init__.py").write_text(text)
    with (
        scheduler({"PYTHONPATH": str(tmp_path)}) as (address, _),
        Client(address) as client,
    ):
        client.wait_for_workers(1)
        with pytest.raises(ValueError, match=f"^the worker tcp.* {message}"):
            from_dask([partial(rows, 0)], client=client)


def write_table(path, count=20):
    head = ",".join(f"x{j}" for j in range(WIDTH))
    path.write_text(head + "\n" + count * (",".join("01" * (WIDTH // 2)) + "\n"))


@pytest.mark.slow
def test_a_scheduler_that_is_killed(tmp_path):
    write_table(tmp_path / "a.csv", 300_000)
    build = ("-m", "nzdd", "build", "a.csv", "-o", "a.nzdd", "--chunk-rows", 100, "--dask")
    with (
        scheduler({}) as (address, process),
        program(*build, address, cwd=tmp_path) as command,
    ):
        with Client(address) as client:
            until(lambda: client.run_on_scheduler(tasks))
            process.kill()
        out, errors = command.communicate(timeout=60)
    assert (command.returncode, out) == (1, "")
    assert errors == "nzdd: the connection to the scheduler was lost; start again when it runs\n"
    assert not (tmp_path / "a.nzdd").exists()


@pytest.mark.slow
def test_no_worker_outlives_a_client_that_is_killed(tmp_path):
    write_table(tmp_path / "a.csv", 300_000)
    write_table(tmp_path / "b.csv", 300_000)
    build = ("-m", "nzdd", "build", "?.csv", "-o", "a.nzdd", "--chunk-rows", 100, "--dask", "local")
    with program(*build, cwd=tmp_path) as command:
        until(lambda: len(children(command.pid)) >= 2)
        time.sleep(2)
        started = children(command.pid)
        command.send_signal(signal.SIGKILL)
        command.wait()
    until(lambda: all(map(gone, started)))


def test_a_file_that_changes(threads, tmp_path):
    path = tmp_path / "a.csv"
    said = r"a\.csv: the file has changed since it was found; start again"
    write_table(path)
    # of another size, and of the same
    for change in (partial(write_table, path, 21), partial(os.utime, path, ns=(1, 1))):
        files = row_files(path)
        before = from_dask(files, client=threads)
        assert before.total == Multiset.from_chunks(files).total
        chunks = iter(files)
        next(chunks)
        change()
        for read in (partial(list, chunks), partial(list, files)):
            with pytest.raises(ModelFileError, match=said):
                read()
        with pytest.raises(ValueError, match=said):
            from_dask(files, client=threads)
    files = row_files(tmp_path / "a.csv")
    (tmp_path / "a.csv").unlink()
    with pytest.raises(ValueError, match=r"a\.csv: no such file"):
        from_dask(files, client=threads)
