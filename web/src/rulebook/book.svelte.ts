/** The rules as the page shows them: the texts of docs/, the examples of the server. */

import { ask } from "../api";
import { optionName } from "../explain/figures/house";
import { fanName, t } from "../i18n";
import type { Figure, RuleExamples } from "../protocol";
import { settings } from "../settings.svelte";
import links from "./text/index.json";
import { w } from "./words";

type Language = "zh" | "en";

export type Part = string | { readonly items: readonly string[] } | { readonly rows: readonly (readonly string[])[] };

export interface Rule {
  /** "4.8", or the id of a fan or an option. */
  readonly id: string;
  /** What stands beside its title: its number, or the value of a fan. */
  readonly mark: string;
  readonly title: string;
  readonly parts: readonly Part[];
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly rules: readonly Rule[];
}

/** As the texts stand in the files. */
type Source = readonly (Omit<Section, "rules"> & { readonly rules: readonly Omit<Rule, "mark">[] })[];

const TEXTS: Readonly<Record<Language, () => Promise<{ default: unknown }>>> = {
  zh: () => import("./text/zh.json"),
  en: () => import("./text/en.json"),
};

/** The tables whose rows are rules of their own: the fans and the options. */
const ROWS_ARE_RULES: Readonly<Record<string, (cells: readonly string[]) => Rule>> = {
  "5": ([, id, value, when]) => ({ id: bare(id!), mark: t("fan.count", { count: value! }), title: fanName(bare(id!)), parts: [when!] }),
  "8": ([id, rule, values]) => ({ id: bare(id!), mark: "", title: optionName(bare(id!)), parts: [`${values} (${rule})`] }),
};

/** How a text says that something was settled here; a reader searches for what the page says. */
const SETTLED = /◆ (?:Settled|定)/g;

const bare = (code: string): string => code.replaceAll("`", "");

class Book {
  #texts = $state.raw<Readonly<Partial<Record<Language, readonly Section[]>>>>({});
  #examples = $state.raw<ReadonlyMap<string, readonly Figure[]> | null>(null);
  #asked = false;
  /** The server does not answer: there are texts alone. */
  unreachable = $state(false);

  /** Empty until they are here. */
  get sections(): readonly Section[] {
    return this.#texts[settings.language] ?? [];
  }

  /** The examples are here, too. */
  get complete(): boolean {
    return this.#examples !== null;
  }

  examples(rule: string): readonly Figure[] {
    return this.#examples?.get(rule) ?? [];
  }

  /** Fetch what is wanted in the language of now. Without the server there are texts, and no examples. */
  async open(): Promise<void> {
    const { language } = settings;
    void this.#fetchExamples();
    if (this.#texts[language] !== undefined) return;
    const source = (await TEXTS[language]()).default as Source;
    this.#texts = { ...this.#texts, [language]: source.map(section) };
  }

  async #fetchExamples(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    try {
      const all = await ask<readonly RuleExamples[]>("GET", "/api/rules");
      this.#examples = new Map(all.map(({ rule, figures }) => [rule, figures]));
      this.unreachable = false;
    } catch {
      this.#asked = false;
      this.unreachable = true;
    }
  }
}

export const book = new Book();

function section({ id, title, rules }: Source[number]): Section {
  const row = ROWS_ARE_RULES[id];
  const found: Rule[] = [];
  for (const rule of rules) {
    const table = rule.parts.find((part) => typeof part === "object" && "rows" in part);
    const own = row === undefined || rule.id !== id ? rule.parts : rule.parts.filter((part) => part !== table);
    if (own.length > 0) found.push({ ...rule, parts: own, mark: rule.id === id ? "" : rule.id });
    if (row !== undefined && rule.id === id && table !== undefined) {
      found.push(...(table as { rows: readonly (readonly string[])[] }).rows.slice(1).map(row));
    }
  }
  return { id, title, rules: found };
}

/** The rule a fan or a reason is about; null if it is about none. */
export function ruleOf(id: string): string | null {
  return (links as Readonly<Record<string, string>>)[id] ?? null;
}

/** The rules in which every word of the query stands, by section; all of them for an empty query. */
export function search(sections: readonly Section[], query: string): readonly Section[] {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return sections;
  return sections
    .map((section) => ({ ...section, rules: section.rules.filter((rule) => holds(section, rule, words)) }))
    .filter(({ rules }) => rules.length > 0);
}

function holds(section: Section, rule: Rule, words: readonly string[]): boolean {
  const parts = JSON.stringify(rule.parts).replace(SETTLED, w("settled"));
  const text = `${section.title} ${rule.mark} ${rule.title} ${parts}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
