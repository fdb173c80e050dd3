import { wordsFor } from "../i18n";
import en from "./words/en.json";
import zh from "./words/zh.json";

/** The words of the circles' screen. */
export const w = wordsFor(zh, en);
