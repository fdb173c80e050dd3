import { ApiError } from "./api";
import { game } from "./game.svelte";
import { reasonText } from "./i18n";

/** Do what is asked over HTTP; a refusal is told to the player. True if it was done. */
export async function attempt(what: () => Promise<unknown>): Promise<boolean> {
  try {
    await what();
    return true;
  } catch (error) {
    game.tell(reasonText(error instanceof ApiError ? error.reason : "internal"));
    return false;
  }
}
