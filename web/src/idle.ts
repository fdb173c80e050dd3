/** Do `what` once the page is loaded and has nothing else to do. */
export function whenIdle(what: () => void): void {
  const soon = (): void => void ("requestIdleCallback" in window ? requestIdleCallback(what, { timeout: 3_000 }) : setTimeout(what, 300));
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon, { once: true });
}
