"""`python -m tests.namespaces ordinary|container COMMAND…`: run a command as somebody root is not, or not quite.

ordinary    root's files, but not root: an ordinary user who owns the clone and its Python, wherever they lie
container   root, but as in a container where user namespaces are forbidden
"""

import ctypes
import os
import pwd
import sys
from pathlib import Path

CLONE_NEWUSER = 0x10000000
WHOLE_RANGE = "0 0 65536"


def enter(uid_map: str, gid_map: str) -> None:
    """Unshare, and let a child that has stayed outside write the maps: from inside only one's own id may be mapped."""
    here, there = os.pipe()
    inside = os.getpid()
    helper = os.fork()
    if helper == 0:
        os.close(there)
        os.read(here, 1)
        for name, text in (("uid_map", uid_map), ("gid_map", gid_map)):
            Path(f"/proc/{inside}/{name}").write_text(text)
        os._exit(0)
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWUSER) != 0:
        raise OSError(ctypes.get_errno(), "cannot unshare")
    os.write(there, b"x")
    os.close(there)
    os.waitpid(helper, 0)


def main() -> None:
    kind, *command = sys.argv[1:]
    if kind == "ordinary":
        nobody = pwd.getpwnam("nobody")
        enter(f"{nobody.pw_uid} {os.geteuid()} 1", f"{nobody.pw_gid} {os.getegid()} 1")
    else:
        enter(WHOLE_RANGE, WHOLE_RANGE)
        Path("/proc/sys/user/max_user_namespaces").write_text("0")
    os.execvp(command[0], command)  # noqa: S606


if __name__ == "__main__":
    main()
