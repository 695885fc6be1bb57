"""The house as an organiser runs it: it opens, answers, and closes in order."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from casino.environment import lan_addresses
from casino.home import PROJECT, Home
from tests.casino.far_house import DEEP, STRANGE, Closed, FarHouse
from tests.houses import CHILDREN, RunningHouse, alive, casino_process, eventually, settle_in
from tests.terminal import casino


def test_the_house_is_ready_and_its_worker_gives_signs_of_life(house: RunningHouse) -> None:
    assert json.loads(house.get("/readyz")[1]) == {"ready": True, "missing": {}, "version": "0.1.0"}
    assert list(house.children()) == CHILDREN


def test_the_terminal_says_where_everything_is(house: RunningHouse) -> None:
    text = eventually(lambda: "Ctrl-C closes" in house.output.read_text() and house.output.read_text())
    assert f"http://localhost:{house.port}" in text
    assert str(house.home.path) in text
    assert str(house.home.logs) in text
    assert "█" in text or not lan_addresses()
    for address in lan_addresses():
        assert f"http://{address}:{house.port}" in text


def test_the_link_in_the_terminal_opens_the_welcome_page(house: RunningHouse) -> None:
    text = eventually(lambda: "Ctrl-C closes" in house.output.read_text() and house.output.read_text())
    (path,) = {word.split(str(house.port), 1)[1] for word in text.split() if "/welcome/" in word}
    status, page = house.get(path)
    assert (status, "Welcome, organiser" in page) == (200, True)


def test_another_device_reaches_the_house(house: RunningHouse) -> None:
    addresses = lan_addresses()
    if not addresses:
        pytest.skip("this machine is on no network")
    for address in addresses:
        status, page = house.get("/", host=address)
        assert (status, "The house is open" in page) == (200, True)


def test_the_servers_cannot_be_reached_from_outside(house: RunningHouse) -> None:
    for name in ("postgres", "redis"):
        pid = house.children()[name]
        assert pid is not None
        listening = [c for c in psutil.Process(pid).net_connections("inet") if c.status == psutil.CONN_LISTEN]
        assert listening == [], name


def test_status_tells_people_and_programs(house: RunningHouse) -> None:
    people = casino_process("status", CASINO_HOME=str(house.home.path))
    assert people.returncode == 0
    assert "is ready" in people.stdout
    programs = json.loads(casino("status", "--json", CASINO_HOME=str(house.home.path)).stdout)
    assert (programs["running"], programs["ready"], programs["port"]) == (True, True, house.port)


def test_a_second_house_on_the_same_data_is_refused(house: RunningHouse) -> None:
    done = casino("run", "--port", "1", CASINO_HOME=str(house.home.path))
    assert done.returncode == 2
    assert "already running" in done.stderr
    assert f"http://localhost:{house.port}" in done.stderr
    assert house.ready()


def test_request_lines_are_in_the_web_log(house: RunningHouse) -> None:
    house.get("/", **{"X-Request-ID": "look-for-me-1"})
    lines = [json.loads(line) for line in (house.home.logs / "web.log").read_text().splitlines()]
    (line,) = [line for line in lines if line.get("request_id") == "look-for-me-1"]
    assert (line["method"], line["path"], line["status"]) == ("GET", "/", 200)


# --- Where one can hardly be, and behind TLS; each is closed by one of the two signals


def test_it_runs_from_any_folder_with_deep_data(far_house: FarHouse) -> None:
    assert far_house.house.ready()
    assert len(str(far_house.house.home.path)) > 107  # which is what a socket's address has room for
    assert not far_house.house.home.sockets.is_relative_to(far_house.private)


def test_a_relative_home_is_the_same_for_every_child(far_house: FarHouse) -> None:
    assert (far_house.private / DEEP / "postgres").is_dir()
    assert list(far_house.house.children()) == CHILDREN


def test_variables_meant_for_other_programs_change_nothing(far_house: FarHouse, tmp_path: Path) -> None:
    web = far_house.house.children()["web"]
    assert web is not None
    assert psutil.Process(web).children() == []
    done = casino_process("backup", str(tmp_path / "b"), **{**STRANGE, "CASINO_HOME": str(far_house.private / DEEP)})
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def behind_tls(opened_once: Home, tmp_path_factory: pytest.TempPathFactory) -> Closed:
    """A house that was opened with a public address, and closed as a service is."""
    folder = tmp_path_factory.mktemp("tls") / "var"
    settle_in(folder, opened_once)
    return Closed.by(signal.SIGTERM, RunningHouse(folder, CASINO_URL="https://casino.example.org").start())


def test_behind_tls_the_announced_address_is_the_public_one(behind_tls: Closed) -> None:
    text = behind_tls.house.output.read_text()
    assert "https://casino.example.org/welcome/" in text
    assert "http://" not in text


def closed_in_order(closed: Closed) -> None:
    assert len(closed.pids) == len(CHILDREN)
    assert closed.code == 0
    assert not [pid for pid in closed.pids if alive(pid)]
    assert "The house is closed." in closed.house.output.read_text()
    assert "database system is shut down" in (closed.house.home.logs / "postgres.log").read_text()
    assert not (closed.house.home.database / "postmaster.pid").exists()


def test_ctrl_c_closes_everything_in_order_and_nothing_is_left(far_house_closed: Closed) -> None:
    closed_in_order(far_house_closed)


def test_sigterm_closes_everything_in_order_and_nothing_is_left(behind_tls: Closed) -> None:
    closed_in_order(behind_tls)


# --- Signals while it opens


def test_a_signal_while_it_opens_closes_it_too(folder: Path) -> None:
    house = RunningHouse(folder).start(wait=False)
    eventually(lambda: house.children().get("redis"))
    assert house.stop() == 0
    assert "The house is closed." in house.output.read_text()


@pytest.mark.slow
def test_a_terminal_that_is_closed_or_old_does_not_matter(settled: Path) -> None:
    for redirection in (">&-", "| true"):
        house = RunningHouse(settled, PYTHONIOENCODING="ascii")
        house.start(command=["/bin/sh", "-c", f'"$@" {redirection}', "sh"])
        state = house.home.read_state()
        assert state is not None
        os.kill(state.pid, signal.SIGTERM)
        assert house.process is not None
        house.process.wait(60)


def test_ctrl_c_while_the_database_is_made_is_not_a_broken_database(folder: Path) -> None:
    """Ctrl-C goes to every process of the terminal's group."""
    house = RunningHouse(folder)
    house.start(wait=False, command=["setsid", "--wait"])
    eventually(lambda: (folder / "postgres.new").exists(), what="initdb at work")
    leader = next(
        process
        for process in psutil.process_iter(["environ"])
        if (process.info["environ"] or {}).get("CASINO_HOME") == str(folder)
    )
    os.killpg(os.getpgid(leader.pid), signal.SIGINT)
    assert house.process is not None
    house.process.wait(60)
    assert "The house is closed." in house.output.read_text()


def test_with_servers_of_ones_own_none_is_started(house: RunningHouse, folder: Path) -> None:
    guest = RunningHouse(
        folder,
        DATABASE_URL=f"postgresql://casino@/casino?host={house.home.database_sockets}",
        REDIS_URL=f"unix://{house.home.redis_socket}",
        SECRET_KEY="k" * 60,
    ).start()
    try:
        assert list(guest.children()) == ["worker", "beat", "web"]
        assert not (folder / "postgres").exists()
    finally:
        guest.stop()


# --- Bad input: a sentence, exit code 2, nothing lost


def test_a_port_in_use_is_named_and_another_is_offered(folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = casino("run", "--port", str(port), CASINO_HOME=str(folder))
    assert done.returncode == 2
    assert f"Port {port} is in use" in done.stderr
    assert f"--port {port + 1}" in done.stderr


@pytest.mark.parametrize("host", ["nonsense.invalid", "::1", "203.0.113.7"])
def test_a_host_that_is_none_of_ours_is_refused(host: str, folder: Path) -> None:
    done = casino("run", "--host", host, CASINO_HOME=str(folder))
    assert (done.returncode, f"{host} is no address of this machine" in done.stderr) == (2, True)


@pytest.mark.parametrize("port", ["0", "70000", "eighty"])
def test_a_port_that_is_none_is_refused(port: str, folder: Path) -> None:
    done = casino("run", "--port", port, CASINO_HOME=str(folder))
    assert done.returncode == 2
    assert "port" in done.stderr
    assert not folder.exists()


def test_data_that_cannot_be_written_is_refused() -> None:
    done = casino("run", CASINO_HOME="/dev/null/var")
    assert (done.returncode, "/dev/null/var cannot be used" in done.stderr) == (2, True)


def test_data_of_a_newer_version_is_refused(folder: Path) -> None:
    folder.mkdir()
    (folder / "version").write_text("99.0.0")
    done = casino("run", CASINO_HOME=str(folder))
    assert (done.returncode, "made by casino 99.0.0" in done.stderr) == (2, True)


SERVER = {"SECRET_KEY": "k" * 60}


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({"DATABASE_URL": "nonsense"}, "DATABASE_URL must begin with postgresql://"),
        ({"DATABASE_URL": "postgresql://u:opensesame@127.0.0.1:1/casino"}, "cannot be used"),
        ({"REDIS_URL": "nonsense"}, "REDIS_URL must begin with redis://"),
        ({"REDIS_URL": "redis://127.0.0.1:1/0"}, "REDIS_URL does not answer"),
        ({"DATABASE_URL": "postgresql://u@127.0.0.1:1/casino", "SECRET_KEY": ""}, "SECRET_KEY must be set"),
    ],
)
def test_a_server_that_is_nonsense_or_away_is_refused(folder: Path, variables: dict[str, str], words: str) -> None:
    done = casino_process("run", CASINO_HOME=str(folder), **{**SERVER, **variables})
    assert done.returncode == 2, done.stdout + done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert "opensesame" not in done.stderr


OLD_POSTGRES = """
import socket, struct
def message(kind, body): return kind + struct.pack("!i", len(body) + 4) + body
def setting(name, value): return message(b"S", name + b"\\0" + value + b"\\0")
with socket.create_server(("127.0.0.1", 0)) as server:
    print(server.getsockname()[1], flush=True)
    while True:
        client, _ = server.accept()
        while True:
            (length,) = struct.unpack("!i", client.recv(4))
            (code,) = struct.unpack("!i", client.recv(length - 4)[:4])
            if code == 196608:
                break
            client.sendall(b"N")  # no encryption
        answer = message(b"R", struct.pack("!i", 0)) + setting(b"server_version", b"14.9")
        answer += setting(b"client_encoding", b"UTF8") + setting(b"standard_conforming_strings", b"on")
        client.sendall(answer + message(b"K", struct.pack("!ii", 1, 1)) + message(b"Z", b"I"))
        client.recv(1024)
        client.close()
"""


def test_a_postgresql_older_than_15_is_refused(folder: Path) -> None:
    """No such server is at hand, so one is played: it greets as 14.9 does."""
    old = subprocess.Popen([sys.executable, "-c", OLD_POSTGRES], stdout=subprocess.PIPE, text=True)
    try:
        assert old.stdout is not None
        port = old.stdout.readline().strip()
        done = casino_process(
            "run", CASINO_HOME=str(folder), DATABASE_URL=f"postgresql://u@127.0.0.1:{port}/casino", **SERVER
        )
    finally:
        old.kill()
        old.communicate()
    assert done.returncode == 2, done.stderr
    assert "is PostgreSQL 14; the house needs 15 or newer" in done.stderr


def test_the_version_is_told(folder: Path) -> None:
    done = casino_process("version")
    assert (done.returncode, done.stdout) == (0, "casino 0.1.0\n")


def test_status_of_a_house_that_is_not_there(folder: Path) -> None:
    done = casino("status", CASINO_HOME=str(folder))
    assert (done.returncode, "No house is running" in done.stdout) == (1, True)
    assert not folder.exists()


def test_the_console_command_is_installed() -> None:
    assert (PROJECT / ".venv" / "bin" / "casino").exists() or (Path(sys.executable).parent / "casino").exists()
