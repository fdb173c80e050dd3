/** What is asked over HTTP: a new match. */

import type { NewMatch, Problem, Ticket } from "./protocol";

/** Why the server (or the way to it) said no; `reason` is an id with words in the language files. */
export class ApiError extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

export async function createMatch(wish: NewMatch): Promise<Ticket> {
  let answer: Response;
  try {
    answer = await fetch("/api/matches", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(wish),
    });
  } catch {
    throw new ApiError("unreachable");
  }
  if (!answer.ok) throw new ApiError(await reasonOf(answer));
  return (await answer.json()) as Ticket;
}

async function reasonOf(answer: Response): Promise<string> {
  try {
    const problem = (await answer.json()) as Partial<Problem>;
    return problem.reason ?? "internal";
  } catch {
    return answer.status >= 502 ? "unreachable" : "internal";
  }
}
