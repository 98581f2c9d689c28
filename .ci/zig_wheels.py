"""What `.ci/wheels` runs in a checkout: compile, link, pack and run the core for each platform."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import nanobind
from scikit_build_core import build

VERSION = f"{sys.version_info.major}{sys.version_info.minor}"
X86 = ["-mcpu=x86_64_v2"]
MAC = ["-Wl,-undefined,dynamic_lookup"]
PLATFORMS = {
    "linux-x86_64": ("x86_64-linux-gnu.2.28", X86, [], "manylinux_2_28_x86_64"),
    "linux-aarch64": ("aarch64-linux-gnu.2.28", [], [], "manylinux_2_28_aarch64"),
    "macos-x86_64": ("x86_64-macos.11.0", X86, MAC, "macosx_11_0_x86_64"),
    "macos-arm64": ("aarch64-macos.11.0", [], MAC, "macosx_11_0_arm64"),
    "windows-x86_64": ("x86_64-windows-gnu", X86, [], "win_amd64"),
}
"""The target of zig, its options, those of the linker, and the wheel's tag."""

NATIVE = Path("nzdd/_native")
NANOBIND = Path(nanobind.__file__).parent
ZIG = [sys.executable, "-m", "ziglang", "c++"]
FLAGS = [
    "-std=c++20",
    os.environ.get("OPTIMIZE", "-O3"),
    "-DNDEBUG",
    "-fPIC",
    "-fvisibility=hidden",
    "-w",
]
TESTS = ["tests/nzdd/zdd", "tests/nzdd/nzdd", "tests/nzdd/families", "tests/nzdd/test_archive.py"]


def sources() -> list[Path]:
    """The files that CMake compiles, and nanobind."""
    listed = (NATIVE / "CMakeLists.txt").read_text("utf-8").partition("nanobind_add_module(")[2]
    names = re.findall(r"[\w/]+\.cpp", listed.partition(")")[0])
    return [NANOBIND / "src/nb_combined.cpp", *(NATIVE / name for name in names)]


def headers(platform: str, folder: Path) -> list[str]:
    """Where Python.h is; for Windows what this Python knows of its system is replaced by hand."""
    there = Path(sysconfig.get_path("include"))
    if not platform.startswith("windows"):
        return [f"-I{there}"]
    folder.mkdir()
    text = re.sub(r"#define HAVE_.*", "", (there / "pyconfig.h").read_text("utf-8"))
    for name, size in (("LONG", 4), ("WCHAR_T", 2)):
        text = re.sub(rf"(#define SIZEOF_{name}) \d+", rf"\1 {size}", text)
    known = ("MS_WINDOWS", "MS_WIN64", "HAVE_DECLSPEC_DLL", "Py_ENABLE_SHARED", "NT_THREADS")
    text += "".join(f"#define {name} 1\n" for name in known)
    (folder / "pyconfig.h").write_text(text, "utf-8")
    # first, since Python.h takes the file beside itself, which then finds its guard defined
    return ["-include", str(folder / "pyconfig.h"), f"-I{there}"]


def run(command: list[str], **options: object) -> str:
    """What a command says; the end of it if it fails, as an error."""
    done = subprocess.run(command, capture_output=True, text=True, **options)  # type: ignore[call-overload]
    if done.returncode:
        raise RuntimeError("\n".join((done.stdout + done.stderr).splitlines()[-25:]))
    return str(done.stdout)


def compiled(platform: str, work: Path) -> list[Path]:
    """The object files."""
    target, options, _, _ = PLATFORMS[platform]
    include = [
        f"-I{NATIVE}",
        f"-I{NANOBIND / 'include'}",
        f"-I{NANOBIND / 'ext/robin_map/include'}",
    ]
    include += headers(platform, work / "include")
    command = [*ZIG, "-target", target, *options, *FLAGS, *include, "-c"]

    def one(source: Path) -> Path:
        result = work / ("_".join(source.with_suffix(".o").parts[-3:]))
        run([*command, str(source), "-o", str(result)])
        return result

    with ThreadPoolExecutor(int(os.environ.get("JOBS", os.cpu_count() or 1))) as pool:
        return list(pool.map(one, sources()))


def packed(platform: str, objects: list[Path], work: Path, dist: Path) -> Path:
    """The wheel."""
    target, _, options, tag = PLATFORMS[platform]
    tree = work / "tree"
    shutil.copytree(
        "nzdd", tree / "nzdd", ignore=shutil.ignore_patterns("_native", "*.so", "*.pyc")
    )
    library = tree / "nzdd" / f"_core.{suffix(platform)}"
    if platform.startswith("windows"):
        objects = [*objects, names_of_python(work)]
    run(
        [*ZIG, "-target", target, "-s", "-shared", *options, *map(str, objects), "-o", str(library)]
    )
    about = tree / build.prepare_metadata_for_build_wheel(str(tree))
    wheel = (about / "WHEEL").read_text("utf-8")
    name = f"cp{VERSION}-cp{VERSION}-{tag}"
    (about / "WHEEL").write_text(re.sub(r"Tag: .*", f"Tag: {name}", wheel), "utf-8")
    dist.mkdir(exist_ok=True)
    run([sys.executable, "-m", "wheel", "pack", "-d", str(dist), str(tree)])
    (found,) = dist.glob(f"*-{name}.whl")
    return found


def names_of_python(work: Path) -> Path:
    """The import library of Python for Windows, with all that its headers declare."""
    files = sorted(Path(sysconfig.get_path("include")).rglob("*.h"))
    text = "".join(file.read_text("utf-8") for file in files)
    names = set(re.findall(r"PyAPI_FUNC\([^)]*\)\s*(\w+)", text))
    data = {f"{name} DATA" for name in re.findall(r"PyAPI_DATA\([^)]*\)\s*(\w+)", text)}
    exports, library = work / "python.def", work / "python.lib"
    head = [f"LIBRARY python{VERSION}.dll", "EXPORTS"]
    exports.write_text("\n".join([*head, *sorted(names | data), ""]), "utf-8")
    tool = [sys.executable, "-m", "ziglang", "dlltool", "-m", "i386:x86-64"]
    run([*tool, "-d", str(exports), "-l", str(library)])
    return library


def suffix(platform: str) -> str:
    """What follows the name of a module."""
    system, machine = platform.split("-")
    if system == "windows":
        return f"cp{VERSION}-win_amd64.pyd"
    end = "darwin" if system == "macos" else f"{machine}-linux-gnu"
    return f"cpython-{VERSION}-{end}.so"


def tried(platform: str, wheel: Path, work: Path) -> str:
    """Run tests of the diagrams on the wheel, where this machine can."""
    python = [sys.executable] if platform == "linux-x86_64" else []
    if platform == "linux-aarch64":  # such as "qemu-aarch64 -L ROOT ROOT/usr/bin/python3"
        python = os.environ.get("ARM_PYTHON", "").split()
    if not python:
        return "not run"
    site = work / "site"
    run([sys.executable, "-m", "zipfile", "-e", str(wheel), str(site)])
    path = os.pathsep.join(filter(None, [str(site), os.environ.get("ARM_PATH", "")]))
    if platform == "linux-aarch64":
        code = "import nzdd, math; f = nzdd.families.sets_of_size(100, 50); "
        run(
            [*python, "-P", "-c", code + "assert f.count() == math.comb(100, 50)"],
            env=os.environ | {"PYTHONPATH": path},
        )
        return "imported and counted, emulated"
    options = ["-q", "-p", "no:cacheprovider", "-n", os.environ.get("JOBS", "auto")]
    said = run(
        [*python, "-P", "-m", "pytest", *options, *TESTS], env=os.environ | {"PYTHONPATH": path}
    )
    return said.strip().splitlines()[-1].strip("= ")


def main(dist: Path, *platforms: str) -> int:
    """Build each platform; the table is the last thing that is printed."""
    rows, failed = [], False
    for platform in platforms or PLATFORMS:
        row = [platform, "no", "no", "not run", ""]
        with TemporaryDirectory() as folder:
            work = Path(folder)
            try:
                objects = compiled(platform, work)
                row[1] = f"{len(objects)} files"
                wheel = packed(platform, objects, work, dist)
                row[2], row[4] = "yes", f"{wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB"
                row[3] = tried(platform, wheel, work)
            except RuntimeError as error:
                failed = True
                print(f"== {platform}\n{error}", file=sys.stderr)
        rows.append(row)
        print("  ".join(row), flush=True)
    print("\nplatform         compiled  linked  run")
    for platform, compiles, links, runs, wheel in rows:
        print(f"{platform:<17}{compiles:<10}{links:<8}{runs}  {wheel}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
