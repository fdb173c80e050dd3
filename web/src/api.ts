/** What is asked over HTTP. */

import type { NewMatch, Problem, Ticket } from "./protocol";

/** Why the server (or the way to it) said no; `reason` is an id with words in the language files. */
export class ApiError extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** Ask the server; `token` says who asks. Throws `ApiError`. */
export async function ask<Answer>(method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: object, token?: string): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new ApiError("unreachable");
  }
  if (!answer.ok) throw new ApiError(await reasonOf(answer));
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
}

/** With a token the match counts among the player's records. */
export async function createMatch(wish: NewMatch, token?: string): Promise<Ticket> {
  return ask<Ticket>("POST", "/api/matches", wish, token);
}

async function reasonOf(answer: Response): Promise<string> {
  try {
    const problem = (await answer.json()) as Partial<Problem>;
    return problem.reason ?? "internal";
  } catch {
    return answer.status >= 502 ? "unreachable" : "internal";
  }
}
