import { wordsFor } from "../../i18n";
import en from "./en.json";
import zh from "./zh.json";

export const w = wordsFor(zh, en);
