/** A change of the table, put into what was known of it (docs/protocol.md). */

import type { Change, SeatView, State } from "./protocol";

/** The state after `change`, which must be a change of this one. */
export function changed(before: State, { type: _, since: __, view, ...fields }: Change): State {
  const { seats, ...seen } = view;
  const [east, south, west, north] = before.view.seats;
  const seat = (seen: SeatView, n: number): SeatView => (seats?.[n] === undefined ? seen : { ...seen, ...seats[n] });
  return {
    ...before,
    history: [],
    ...fields,
    view: {
      ...before.view,
      ...seen,
      seats: [seat(east, 0), seat(south, 1), seat(west, 2), seat(north, 3)],
    },
  };
}
