"""The Python sessions of README.md and of `native.py` give what they show."""

import doctest

import native


def load_tests(loader, tests, pattern):
    tests.addTests(doctest.DocTestSuite(native))
    readme = str(native.ROOT / "README.md")
    tests.addTests(doctest.DocFileSuite(readme, module_relative=False))
    return tests
