/** A change of the table, put into what was known of it (docs/protocol.md). */

import type { Change, State } from "./protocol";

/** The state after `change`, which must be a change of this one. */
export function changed(before: State, { type: _, since: __, view, ...fields }: Change): State {
  const { seats, ...seen } = view;
  const [east, south, west, north] = before.view.seats;
  return {
    ...before,
    history: [],
    ...fields,
    view: {
      ...before.view,
      ...seen,
      seats: [seats?.[0] ?? east, seats?.[1] ?? south, seats?.[2] ?? west, seats?.[3] ?? north],
    },
  };
}
