"""axe's rules of WCAG's levels A and AA."""

from axe_playwright_python.sync_playwright import Axe

LEVELS = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}


def violations(page):
    """What a view violates: the rule, and the element."""
    results = Axe().run(page, options=LEVELS).response
    return [f"{found['id']}: {node['html'][:160]}" for found in results["violations"] for node in found["nodes"]]
