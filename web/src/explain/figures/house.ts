/** The options of a table (RULES.md 8) in words. */

import { t, type Key } from "../../i18n";

/** "起胡 4": an option and what it is set to. */
export function houseWords(option: string, value: boolean | number | string): string {
  return `${optionName(option)} ${valueWords(option, value)}`;
}

export function optionName(option: string): string {
  return option === "hands" ? t("lobby.hands") : t(`rule.${option}` as Key);
}

export function valueWords(option: string, value: boolean | number | string): string {
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (option === "dealer_succession") return t(`rule.dealer_succession.${value}` as Key);
  return option === "fan_cap" || option === "min_fan" ? t("fan.count", { count: value }) : String(value);
}
