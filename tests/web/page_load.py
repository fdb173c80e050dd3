"""What the page fetches, as the browser has noted it down."""

from typing import Final

FIRST_LOAD: Final = """
() => {
  const [page] = performance.getEntriesByType("navigation");
  const all = performance.getEntriesByType("resource");
  const files = all.filter(({ startTime }) => startTime < page.loadEventStart);
  const links = [...document.querySelectorAll("link[rel=icon][type*=svg], link[rel=manifest]")];
  return [...new Set([page, ...files].map(({ name }) => name).concat(links.map(({ href }) => href)))];
}
"""
"""What the start screen asks for until it is loaded, and what the browser asks for by itself."""

TABLE_LOADED: Final = """
() => performance.getEntriesByType("resource").some(({ name }) => name.includes("/Table-"))
"""
"""The table comes after that, while the start screen is read."""
