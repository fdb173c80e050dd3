/** The second tap of an unsteady or wet finger: what closed under the first must not let it through to what lies beneath. */

/** Two taps closer than this, in CSS pixels and ms, are one. */
const NEAR = 24;
const SOON = 300;

interface Tap {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

let last: Tap | null = null;
/** The tap under which something has closed. */
let closing: Tap | null = null;

function isAgain(tap: Tap, before: Tap): boolean {
  return tap.at - before.at < SOON && Math.hypot(tap.x - before.x, tap.y - before.y) < NEAR;
}

addEventListener(
  "click",
  (event) => {
    // A click without a count is the keyboard's, or a label's that hands it on to its field.
    if (event.detail === 0) return;
    const tap = { x: event.clientX, y: event.clientY, at: performance.now() };
    if (closing !== null && isAgain(tap, closing)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    last = tap;
    closing = null;
  },
  true,
);

/** Something has closed: if a tap did it, that tap done again at once does nothing. */
export function closed(): void {
  closing = last;
}
