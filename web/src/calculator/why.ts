/** In words why a question cannot be, and where it goes wrong. */

import type { Impossible } from "../protocol";
import en from "./words/en.json";
import { w } from "./words";

type Word = keyof typeof en;

export function whyNot(said: Impossible): string {
  const [field] = said.where.split(/[:[]/);
  const place = `field.${field}`;
  const known = `why.${said.reason}`;
  const why = w(known in en ? (known as Word) : "why.other");
  return place in en ? w("field.place", { field: w(place as Word), why }) : why;
}
