"""Who runs PostgreSQL. It refuses to run as root, and root is common: containers, small servers.

An ordinary user runs it as themselves. Root has two ways, and takes the first that can reach both the binaries
and the data:

1. a user namespace, in which root bears another number; the files stay root's, in a private home too;
2. another user's number (`postgres`, else `nobody`), for containers without user namespaces. Where that user
   cannot reach a folder, binaries and data move to OUTSIDE. The permissions of folders that are not ours are
   never changed.
"""

import ctypes
import os
import pwd
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from casino.refusals import Refused

OUTSIDE = Path("/var/lib/casino")

CLONE_NEWUSER = 0x10000000

_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True)
class ServerUser:
    """A way to run PostgreSQL. `owner` owns its files; `client` is the user it sees when the house connects."""

    name: str
    owner: int
    group: int
    client: str
    in_namespace: bool = False

    def become(self) -> None:
        """Turn this process, just forked, into the server's user."""
        if self.in_namespace:
            _enter_namespace(inside=pwd.getpwnam(self.name))
        elif os.geteuid() == 0:
            os.setgroups([])
            os.setgid(self.group)
            os.setuid(self.owner)

    def run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            preexec_fn=self.become,
            cwd="/",
            env={"PATH": os.defpath, "LC_ALL": "C"},
            start_new_session=True,  # Ctrl-C is for the supervisor
            capture_output=True,
            text=True,
            check=False,
        )

    def can_run(self, program: Path) -> bool:
        try:
            return self.run([str(program), "--version"]).returncode == 0
        except (OSError, subprocess.SubprocessError):
            return False

    def can_enter(self, folder: Path) -> bool:
        try:
            return self.run(["/bin/sh", "-c", 'cd "$1"', "sh", str(folder)]).returncode == 0
        except (OSError, subprocess.SubprocessError):
            return False

    def own(self, folder: Path) -> None:
        """Hand over a folder of ours. Only root can; for anybody else it is theirs already."""
        if os.geteuid() == 0 and folder.stat().st_uid != self.owner:
            for parent, folders, files in os.walk(folder):
                for name in [*folders, *files]:
                    os.lchown(Path(parent, name), self.owner, self.group)
            os.chown(folder, self.owner, self.group)


def _enter_namespace(inside: pwd.struct_passwd) -> None:
    uid, gid = os.geteuid(), os.getegid()
    if _libc.unshare(CLONE_NEWUSER) != 0:
        raise OSError(ctypes.get_errno(), "no user namespaces here")
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/gid_map").write_text(f"{inside.pw_gid} {gid} 1")
    Path("/proc/self/uid_map").write_text(f"{inside.pw_uid} {uid} 1")


def candidates() -> list[ServerUser]:
    """The ways open to whoever runs the house, best first."""
    if os.geteuid() != 0:
        try:
            me = pwd.getpwuid(os.geteuid())
        except KeyError:
            raise Refused(
                "user_without_name",
                f"User number {os.geteuid()} has no name on this machine, and PostgreSQL wants one. "
                "Run the house as a user of /etc/passwd, or set DATABASE_URL.",
            ) from None
        return [ServerUser(me.pw_name, me.pw_uid, me.pw_gid, client=me.pw_name)]
    ways = []
    for name in ("postgres", "nobody"):
        try:
            other = pwd.getpwnam(name)
        except KeyError:
            continue
        ways.append(ServerUser(name, other.pw_uid, other.pw_gid, client="root"))
    if sys.platform == "linux" and ways:
        borrowed = ways[0].name  # any number that is not root's; a known name spares initdb a complaint
        ways.insert(0, ServerUser(borrowed, 0, 0, client=borrowed, in_namespace=True))
    return ways


@dataclass(frozen=True)
class Installation:
    """PostgreSQL's binaries where their user can run them, and the folder where its data may live."""

    user: ServerUser
    binaries: Path
    outside: Path | None = None

    def program(self, name: str) -> str:
        return str(self.binaries / name)


def choose(*, binaries: Path, home: Path, copy_binaries: Callable[[Path], Path]) -> Installation:
    """Find a user who can run PostgreSQL on this house, moving binaries and data out only if nobody else can."""
    ways = candidates()
    for user in ways:
        if user.can_run(binaries / "postgres") and user.can_enter(home):
            return Installation(user, binaries)
    for user in ways:
        if user.in_namespace or os.geteuid() != 0:
            continue
        OUTSIDE.mkdir(parents=True, exist_ok=True)
        OUTSIDE.chmod(0o755)  # whatever the umask: the other user must get in
        copied = copy_binaries(OUTSIDE)
        if user.can_run(copied / "postgres"):
            return Installation(user, copied, outside=OUTSIDE)
    why = (
        "it refuses to run as root, and there is neither a user namespace nor a user 'postgres' or 'nobody' that "
        "could run it. Run the house as an ordinary user"
        if os.geteuid() == 0
        else "its programs do not start. Run `make clean` and `make setup`"
    )
    raise Refused("postgresql_cannot_run", f"PostgreSQL cannot run from {binaries}: {why}, or set DATABASE_URL.")
