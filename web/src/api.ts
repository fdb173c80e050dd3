/** What is asked over HTTP. */

import { network } from "./offline/network.svelte";
import type { NewMatch, Problem, Ticket } from "./protocol";

/** Why the server (or the way to it) said no; `reason` is an id with words in the language files, `detail` a line in English. */
export class ApiError extends Error {
  constructor(
    readonly reason: string,
    readonly detail = "",
  ) {
    super(reason);
  }
}

/** Ask the server; a text is sent as it is, `token` says who asks, `signal` that nobody wants to know any more. Throws `ApiError`. */
export async function ask<Answer>(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  path: string,
  body?: object | string,
  token?: string,
  signal: AbortSignal | null = null,
): Promise<Answer> {
  const headers: Record<string, string> = {};
  const text = typeof body === "string";
  if (body !== undefined) headers["content-type"] = text ? "text/plain" : "application/json";
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? null : text ? body : JSON.stringify(body), signal });
  } catch {
    if (signal?.aborted !== true) network.asked(false);
    throw new ApiError("unreachable");
  }
  // What the service worker has kept (offline/worker.ts) is not from the server.
  network.asked(!answer.headers.has("x-kept"));
  if (!answer.ok) throw await refusal(answer);
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
}

/** With a token the match counts among the player's records. */
export async function createMatch(wish: NewMatch, token?: string): Promise<Ticket> {
  return ask<Ticket>("POST", "/api/matches", wish, token);
}

async function refusal(answer: Response): Promise<ApiError> {
  try {
    const { reason, detail } = (await answer.json()) as Partial<Problem>;
    return new ApiError(reason ?? "internal", detail);
  } catch {
    return new ApiError(answer.status >= 502 ? "unreachable" : "internal");
  }
}
