/** Keys and fingers on a film. */

/** What a key or a finger may do. */
export interface Driven {
  readonly seat: number;
  readonly last: number;
  readonly choices: { readonly open: boolean };
  step(by: 1 | -1): void;
  turn(by: 1 | -1): void;
  mark(by: 1 | -1): void;
  jump(to: number): void;
  toggle(): void;
  look(seat: number, open: boolean): unknown;
}

/** Arrows step, with shift by turns; up and down go from mark to mark; 1 to 4 is one seat, 0 all. True if it was one of these. */
export function pressed({ key, shiftKey, target }: KeyboardEvent, film: Driven): boolean {
  const by = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  switch (key) {
    case "ArrowLeft":
    case "ArrowRight":
      if (shiftKey) film.turn(by);
      else film.step(by);
      return true;
    case "ArrowUp":
    case "ArrowDown":
      film.mark(by);
      return true;
    case "Home":
      film.jump(0);
      return true;
    case "End":
      film.jump(film.last);
      return true;
    case " ":
      // A focused button takes the space bar itself.
      if (target instanceof HTMLButtonElement) return false;
      film.toggle();
      return true;
    case "0":
      film.look(film.seat, true);
      return true;
    case "1":
    case "2":
    case "3":
    case "4":
      film.look(Number(key) - 1, false);
      return true;
    default:
      return false;
  }
}

/** A finger has to go so far for a step, px; further on each step takes as much again. */
const STRIDE = 44;

/** Attachment: to the left is forward, as one turns pages. */
export function swipe(step: (by: 1 | -1) => void) {
  return (node: HTMLElement): (() => void) => {
    let from: { x: number; y: number } | null = null;
    const down = (event: PointerEvent): void => void (from = { x: event.clientX, y: event.clientY });
    const up = (): void => void (from = null);
    const move = (event: PointerEvent): void => {
      if (from === null) return;
      const x = event.clientX - from.x;
      if (Math.abs(x) < STRIDE || Math.abs(x) < 1.5 * Math.abs(event.clientY - from.y)) return;
      step(x < 0 ? 1 : -1);
      from = { x: event.clientX, y: event.clientY };
    };
    const pairs = [["pointerdown", down], ["pointermove", move], ["pointerup", up], ["pointercancel", up], ["pointerleave", up]] as const;
    for (const [name, listener] of pairs) node.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of pairs) node.removeEventListener(name, listener as EventListener);
    };
  };
}
