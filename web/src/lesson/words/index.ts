import { wordsFor } from "../../i18n";
import en from "./en.json";
import zh from "./zh.json";

export type LessonKey = keyof typeof zh;

export const w = wordsFor(zh, en);
