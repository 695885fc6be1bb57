"""A script of ours that touches no page, run where it is quickest: in Node, where there is one, else in Chromium."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Page

# Answers one line of JSON with another: a function as it is written in JavaScript, called with what comes with it.
ANSWERING = """
const vm = require("node:vm");
vm.runInThisContext(require("node:fs").readFileSync(process.argv[1], "utf8"));
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [code, given] = JSON.parse(line);
  Promise.resolve(vm.runInThisContext(`(${code})`)(given)).then(
    (found) => console.log(JSON.stringify({ found: found === undefined ? null : found })),
    (error) => console.log(JSON.stringify({ error: String(error.stack) })),
  );
});
"""


class Script(Protocol):
    def evaluate(self, code: str, given: Any = None) -> Any:
        """What this function answers, called with what is given."""
        ...


class InNode:
    def __init__(self, script: Path) -> None:
        self.process = subprocess.Popen(
            ["node", "-e", ANSWERING, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def evaluate(self, code: str, given: Any = None) -> Any:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps([code, given]) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer["found"]

    def close(self) -> None:
        self.process.communicate()


class InChromium:
    def __init__(self, script: Path, page: Page) -> None:
        self.page = page
        self.page.add_script_tag(path=script)

    def evaluate(self, code: str, given: Any = None) -> Any:
        return self.page.evaluate(code, given)

    def close(self) -> None:
        self.page.close()


def there_is_node() -> bool:
    return shutil.which("node") is not None
