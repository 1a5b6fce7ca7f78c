"""The package as such."""

import doctest
import importlib.metadata
import inspect
import re

from counts import ROOT

import jabberwock


def test_the_example_of_the_package_is_right() -> None:
    results = doctest.testmod(jabberwock)
    assert results.attempted > 0 and results.failed == 0


def test_the_version_is_that_of_the_package() -> None:
    assert jabberwock.__version__ == importlib.metadata.version("jabberwock")


def test_everything_public_has_a_docstring() -> None:
    for name in jabberwock.__all__:
        item = getattr(jabberwock, name)
        assert inspect.getdoc(item), name
        members = vars(item).items() if inspect.isclass(item) else ()
        for member, value in members:
            assert member.startswith("_") or inspect.getdoc(value), f"{name}.{member}"


def test_the_example_of_the_readme_is_right() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```python\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    assert len(examples) == 1 and "assert" in examples[0]
    exec(examples[0], {})
