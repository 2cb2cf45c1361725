"""Tests the Python client, and reports as vitest does: python3 report-python-tests.py <report>"""

import json
import sys
import unittest
from pathlib import Path

CLIENT = Path(__file__).resolve().parent.parent / "clients" / "python"


class Result(unittest.TextTestResult):
    def __init__(self, *given, **named):
        super().__init__(*given, **named)
        self.passed = []

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed.append(test)


def assertion(status, test, message=""):
    # What matters of a traceback stands at its end.
    return {"status": status, "fullName": test.id(), "failureMessages": [message.strip().rsplit("\n", 1)[-1]]}


sys.path.insert(0, str(CLIENT))
suite = unittest.defaultTestLoader.discover(str(CLIENT / "tests"), top_level_dir=str(CLIENT))
result = unittest.TextTestRunner(resultclass=Result).run(suite)
assertions = [
    *[assertion("passed", test) for test in result.passed],
    *[assertion("failed", test, traceback) for test, traceback in result.failures + result.errors],
    *[assertion("skipped", test, reason) for test, reason in result.skipped],
]
files = [
    {
        "name": str(CLIENT / "tests"),
        "status": "passed" if result.wasSuccessful() else "failed",
        "message": "",
        "assertionResults": assertions,
    }
]
Path(sys.argv[1]).write_text(json.dumps({"testResults": files}))
sys.exit(0 if result.wasSuccessful() else 1)
