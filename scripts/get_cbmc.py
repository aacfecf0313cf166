"""Get CBMC, which unthread is compared with and can use as a backend, from the system's package manager.

In: a machine with apt. Out: the path of a working `cbmc` on stdout. One that is there is used. Otherwise root
installs the package if this release of Debian has it. Anybody else, and on a release without it, gets it from
the package archive the machine uses anyway, without touching the system: the packages are unpacked into the
user's cache, with the C library they were built for, and a small script starts them with that one. Exit
status 1 if this is not possible; stderr says why.
"""

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

# cbmc with all it needs of the release it comes from, which need not be that of the machine.
PACKAGES = ("cbmc", "minisat", "libc6", "libstdc++6", "libgcc-s1", "zlib1g")
FOLLOWED_BY = {"bookworm": "trixie", "trixie": "forky"}
SOURCES = Path("/etc/apt")
SECONDS = 600.0

# Relative to itself, so that the directory may be renamed and have any name.
WRAPPER = """\
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/{loader}" --library-path "{libraries}" "$here/{program}" "$@"
"""


class Unavailable(Exception):
    """CBMC cannot be had here; the message says what is missing."""


# Finding


def cache_directory() -> Path:
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (given if given.is_absolute() else Path.home() / ".cache") / "unthread"


def works(program: Path | str) -> bool:
    try:
        done = subprocess.run([program, "--version"], capture_output=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def find_cbmc() -> Path | None:
    """The `cbmc` of the PATH, or the one this script has unpacked; only one that starts."""
    installed = shutil.which("cbmc")
    candidates = [Path(installed)] if installed else []
    for candidate in (*candidates, cache_directory() / "cbmc" / "cbmc"):
        if works(candidate):
            return candidate
    return None


# Where the packages of a release are: the machine's own sources, with another release


def next_release(release: str) -> str:
    if release not in FOLLOWED_BY:
        known = ", ".join(FOLLOWED_BY)
        raise Unavailable(
            f"no package cbmc in this release ({release}), and which one has it is known for {known} only"
        )
    return FOLLOWED_BY[release]


def derive_lines(text: str, release: str, wanted: str) -> str:
    """Of a `.list` file: the binary packages of the release itself, as lines about the wanted one.

    Updates and security fixes are not needed, and a source without `main` is not Debian's.
    """
    found = []
    for line in text.splitlines():
        parts = re.fullmatch(
            r"\s*deb\s+(?P<options>\[[^]]*\]\s+)?(?P<uri>\S+)\s+(?P<suite>\S+)\s+(?P<components>[^#]+?)\s*(#.*)?",
            line,
        )
        if parts and parts["suite"] == release and "main" in parts["components"].split():
            found.append(f"deb {parts['options'] or ''}{parts['uri']} {wanted} {parts['components']}\n")
    return "".join(found)


def derive_paragraphs(text: str, release: str, wanted: str) -> str:
    """The same for a `.sources` file, which has a paragraph of fields for each source."""
    found = []
    for paragraph in re.split(r"\n\s*\n", "".join(without_comments(text))):
        fields = fields_of(paragraph)
        is_enabled = fields.get("enabled", "yes").strip().lower() not in (
            "no",
            "false",
            "0",
            "off",
            "without",
        )
        if not is_enabled or "deb" not in fields.get("types", "").split():
            continue
        if release in fields.get("suites", "").split() and "main" in fields.get("components", "").split():
            fields |= {"types": " deb", "suites": f" {wanted}"}
            found.append("".join(f"{name}:{value}\n" for name, value in fields.items()))
    return "\n".join(found)


def without_comments(text: str) -> Iterator[str]:
    return (line for line in text.splitlines(keepends=True) if not line.startswith("#"))


def fields_of(paragraph: str) -> dict[str, str]:
    """Values by name in lower case, which apt does not tell apart, with their line breaks."""
    parts = re.findall(r"^([\w-]+):(.*(?:\n[ \t].*)*)", paragraph, re.MULTILINE)
    return {name.lower(): value for name, value in parts}


def derive_sources(directory: Path, release: str, wanted: str) -> dict[str, str]:
    """The text of each file of apt's configuration that has a source of the release, by a name for it."""
    derive = {".list": derive_lines, ".sources": derive_paragraphs}
    files = [directory / "sources.list", *sorted((directory / "sources.list.d").glob("*"))]
    derived = {}
    for file in files:
        if file.suffix in derive and file.is_file():
            text = derive[file.suffix](file.read_text(errors="replace"), release, wanted)
            if text:
                derived[file.name] = text
    if not derived:
        raise Unavailable(f"apt has no source of {release} in {directory}")
    return derived


# Taking them


def apt(command: str, *arguments: str, directory: Path | None = None) -> subprocess.CompletedProcess[str]:
    """With its messages caught: they matter if nothing works, and stdout is for the path."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    return subprocess.run(
        [command, *arguments],
        env=environment,
        cwd=directory,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )


def complaint(done: subprocess.CompletedProcess[str]) -> str:
    """The first error; apt gives warnings before, and consequences afterwards."""
    lines = done.stderr.splitlines()
    errors = [line for line in lines if line.startswith(("E:", "W: Failed to fetch"))]
    return (errors or lines or [f"exit status {done.returncode}"])[0]


def is_offered() -> bool:
    """The package lists of the machine have it."""
    return "Package: cbmc" in apt("apt-cache", "show", "cbmc").stdout


def install() -> bool:
    if not is_offered():
        apt("apt-get", "--quiet", "--quiet", "update")  # a fresh machine knows no packages at all
    if not is_offered():
        return False
    done = apt("apt-get", "--quiet", "--quiet", "install", "--yes", "--no-install-recommends", "cbmc")
    if done.returncode:
        print(f"apt-get install cbmc: {complaint(done)}", file=sys.stderr)
    return done.returncode == 0


def release_name() -> str:
    found = re.search(r'^VERSION_CODENAME="?(\w+)"?$', Path("/etc/os-release").read_text(), re.MULTILINE)
    if not found:
        raise Unavailable("/etc/os-release does not name the release of this system")
    return found[1]


def private_options(directory: Path) -> list[str]:
    """An apt with state, cache and sources of its own, and with nothing installed."""
    options = {
        "Dir::State": directory / "state",
        "Dir::State::status": directory / "status",
        "Dir::Cache": directory / "cache",
        "Dir::Etc::sourcelist": "/dev/null",
        "Dir::Etc::sourceparts": directory / "sources",
        "Dir::Etc::preferences": "/dev/null",
        "Dir::Etc::preferencesparts": "/dev/null",
        "Acquire::Languages": "none",
    }
    return [word for name, value in options.items() for word in ("-o", f"{name}={value}")]


def download(sources: dict[str, str], directory: Path) -> list[Path]:
    """The packages, in files."""
    for name in ("sources", "state/lists/partial", "cache/archives/partial", "packages"):
        (directory / name).mkdir(parents=True)
    (directory / "status").touch()
    for name, text in sources.items():
        (directory / "sources" / name).write_text(text)
    options = private_options(directory)
    updated = apt("apt-get", *options, "update")  # a source that fails need not be the one with the packages
    done = apt("apt-get", *options, "download", *PACKAGES, directory=directory / "packages")
    files = sorted((directory / "packages").glob("*.deb"))
    if done.returncode or len(files) != len(PACKAGES):
        failed = updated if updated.returncode or "Failed to fetch" in updated.stderr else done
        raise Unavailable(f"apt cannot get the packages (no network?): {complaint(failed)}")
    return files


def unpack(packages: list[Path], directory: Path) -> None:
    for package in packages:
        done = apt("dpkg", "-x", str(package), str(directory))
        if done.returncode:
            raise Unavailable(f"dpkg cannot unpack {package.name}: {complaint(done)}")
    wrapper = directory / "cbmc"
    wrapper.write_text(wrapper_text(directory))
    wrapper.chmod(0o755)
    if not works(wrapper):
        raise Unavailable("the cbmc of the packages does not start on this machine")


def wrapper_text(directory: Path) -> str:
    """What starts the unpacked program with the loader and the libraries that were unpacked with it."""
    loaders = sorted(path for path in directory.rglob("ld-linux*.so.*") if path.is_file())
    if not loaders:
        raise Unavailable("no loader in the package libc6")
    places = [directory / "lib", directory / "usr" / "lib"]  # some releases have the one, some the other
    files = [path for place in places for path in place.rglob("lib*.so.*")]
    libraries = sorted({path.parent.relative_to(directory) for path in files})
    return WRAPPER.format(
        loader=loaders[0].relative_to(directory),
        libraries=":".join(f"$here/{path}" for path in libraries),
        program="usr/bin/cbmc",
    )


@contextlib.contextmanager
def scratch(parent: Path | None = None) -> Iterator[Path]:
    """A directory that is gone afterwards; apt downloads as a user of its own, who has to get there."""
    directory = Path(tempfile.mkdtemp(prefix=".unthread-", dir=parent))
    directory.chmod(0o755)
    try:
        yield directory
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def fetch(sources: dict[str, str], target: Path) -> None:
    """Unpacked beside the target and renamed when it works: there is all of it or nothing."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with scratch() as downloads, scratch(target.parent) as aside:
        unpacked = aside / "cbmc"
        unpack(download(sources, downloads), unpacked)
        if not works(target / "cbmc"):  # it may have come from another process meanwhile
            shutil.rmtree(target, ignore_errors=True)
            unpacked.rename(target)


def get_cbmc() -> Path:
    """The one that is there, or a new one."""
    found = find_cbmc()
    if found:
        return found
    try:
        take_cbmc()
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(str(error)) from error
    found = find_cbmc()
    if not found:
        raise Unavailable("the cbmc that was installed does not start")
    return found


def take_cbmc() -> None:
    for command in ("apt-get", "dpkg"):
        if shutil.which(command) is None:
            raise Unavailable(f"cbmc is not installed, and there is no {command} to get it with")
    is_installed = os.geteuid() == 0 and install()
    if not is_installed:
        release = release_name()
        wanted = release if is_offered() else next_release(release)
        fetch(derive_sources(SOURCES, release, wanted), cache_directory() / "cbmc")


def main() -> int:
    try:
        print(get_cbmc())
    except Unavailable as error:
        print(f"no cbmc: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
