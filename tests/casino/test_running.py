"""The house as an organiser runs it: it opens, answers, and closes in order."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from casino.environment import lan_addresses
from casino.home import PROJECT
from tests.houses import RunningHouse, alive, casino, eventually


def test_the_house_is_ready_and_its_worker_gives_signs_of_life(house: RunningHouse) -> None:
    assert json.loads(house.get("/readyz")[1]) == {"ready": True, "missing": {}, "version": "0.1.0"}
    assert list(house.children()) == ["redis", "postgres", "worker", "beat", "web"]


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
    people = casino("status", CASINO_HOME=str(house.home.path))
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


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_closes_everything_in_order_and_nothing_is_left(settled: Path, number: signal.Signals) -> None:
    house = RunningHouse(settled).start()
    pids = [pid for pid in house.children().values() if pid]
    assert len(pids) == 5
    assert house.stop(number) == 0
    assert not [pid for pid in pids if alive(pid)]
    assert "The house is closed." in house.output.read_text()
    assert "database system is shut down" in (house.home.logs / "postgres.log").read_text()
    assert not (house.home.database / "postmaster.pid").exists()


def test_a_signal_while_it_opens_closes_it_too(folder: Path) -> None:
    house = RunningHouse(folder).start(wait=False)
    eventually(lambda: house.children().get("redis"))
    assert house.stop() == 0
    assert "The house is closed." in house.output.read_text()


def test_it_runs_from_any_folder_with_deep_data(tmp_path: Path) -> None:
    house = RunningHouse(tmp_path / ("deep" * 15) / ("deeper" * 10) / "var")
    house.output = tmp_path / "out"
    house.start()
    try:
        assert house.ready()
    finally:
        house.stop()
        shutil.rmtree(house.home.sockets)


def test_a_relative_home_is_the_same_for_every_child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    house = RunningHouse(tmp_path / "café & bar" / "var", CASINO_HOME="café & bar/var")
    house.output = tmp_path / "out"
    house.start()
    house.stop()
    assert (tmp_path / "café & bar" / "var" / "postgres").is_dir()


def test_variables_meant_for_other_programs_change_nothing(folder: Path) -> None:
    strange = {
        "PGHOSTADDR": "203.0.113.1",
        "PGSERVICE": "none",
        "PGSSLMODE": "verify-full",
        "WEB_CONCURRENCY": "3",
        "CELERY_BROKER_URL": "redis://203.0.113.1/0",
        "UVICORN_PORT": "1",
    }
    house = RunningHouse(folder, **strange).start()
    try:
        web = house.children()["web"]
        assert web is not None
        assert psutil.Process(web).children() == []
        done = casino("backup", str(folder.with_name("b")), CASINO_HOME=str(folder), **strange)
        assert done.returncode == 0, done.stderr
    finally:
        house.stop()


def test_a_log_folder_that_is_deleted_comes_back(settled: Path) -> None:
    house = RunningHouse(settled).start()
    try:
        shutil.rmtree(house.home.logs)
        beat = house.children()["beat"]
        assert beat is not None
        os.kill(beat, signal.SIGKILL)
        eventually(lambda: house.children()["beat"] not in {beat, None}, what="another beat")
        assert "beat ended (SIGKILL)" in (house.home.logs / "house.log").read_text()
    finally:
        assert house.stop() == 0


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


def test_behind_tls_the_announced_address_is_the_public_one(settled: Path) -> None:
    house = RunningHouse(settled, CASINO_URL="https://casino.example.org").start()
    house.stop()
    text = house.output.read_text()
    assert "https://casino.example.org/welcome/" in text
    assert "http://" not in text


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
    done = casino("run", CASINO_HOME=str(folder), **{**SERVER, **variables})
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
        done = casino("run", CASINO_HOME=str(folder), DATABASE_URL=f"postgresql://u@127.0.0.1:{port}/casino", **SERVER)
    finally:
        old.kill()
        old.communicate()
    assert done.returncode == 2, done.stderr
    assert "is PostgreSQL 14; the house needs 15 or newer" in done.stderr


def test_the_version_is_told(folder: Path) -> None:
    done = casino("version")
    assert (done.returncode, done.stdout) == (0, "casino 0.1.0\n")


def test_status_of_a_house_that_is_not_there(folder: Path) -> None:
    done = casino("status", CASINO_HOME=str(folder))
    assert (done.returncode, "No house is running" in done.stdout) == (1, True)
    assert not folder.exists()


def test_the_console_command_is_installed() -> None:
    assert (PROJECT / ".venv" / "bin" / "casino").exists() or (Path(sys.executable).parent / "casino").exists()
