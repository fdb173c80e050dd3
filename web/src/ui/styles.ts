/** Style sheets that did not come: the bundler's import asks for each but once, and goes on without it. */

const missing = new Set<string>();

addEventListener(
  "error",
  ({ target }) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return;
    missing.add(target.href);
    target.remove();
  },
  true,
);

/** Ask for them anew; rejects if one still does not come. */
export async function mendStyles(): Promise<void> {
  await Promise.all([...missing].map(fetchStyle));
}

function fetchStyle(href: string): Promise<void> {
  return new Promise((done, failed) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => (missing.delete(href), done());
    link.onerror = () => failed(new Error(`${href} does not come`));
    document.head.append(link);
  });
}
