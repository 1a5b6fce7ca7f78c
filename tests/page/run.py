"""All tests of the page, in two processes with a browser each: a test at a time, wherever there is room.

    python3 tests/page/run.py [PROCESSES]
"""

import io
import os
import multiprocessing
import pathlib
import sys
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent


def names(suite):
    """The names of all tests."""
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from names(test)
        else:
            yield test.id()


def run(name):
    """Runs a test: its name, seconds, whether it passed, and what it printed."""
    text = io.StringIO()
    start = time.monotonic()
    suite = unittest.defaultTestLoader.loadTestsFromName(name)
    result = unittest.TextTestRunner(stream=text, verbosity=0).run(suite)
    passed = result.wasSuccessful() and result.testsRun > 0 and not result.skipped
    return name, time.monotonic() - start, passed, text.getvalue()


def main():
    processes = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    os.chdir(HERE)
    tests = sorted(names(unittest.defaultTestLoader.discover(str(HERE))), key=longest_first)
    start = time.monotonic()
    failed = 0
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for name, seconds, passed, text in pool.imap_unordered(run, tests):
            print(f"{'ok' if passed else 'FAILED':6} {seconds:6.1f} s  {name}", flush=True)
            if not passed:
                failed += 1
                print(text, flush=True)
        pool.close()
        pool.join()
    print(f"{len(tests)} tests, {failed} failed, {time.monotonic() - start:.0f} s in {processes} processes")
    return 1 if failed or not tests else 0


def longest_first(name):
    """Tests that take long come first, so that no process is left with one of them at the end."""
    modules = ["test_games", "test_examples", "test_views", "test_match", "test_play"]
    module = name.split(".")[0]
    return modules.index(module) if module in modules else len(modules)


if __name__ == "__main__":
    sys.exit(main())
