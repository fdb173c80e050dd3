/** The page over a fixed scene instead of a server: `npm run dev`, then /mock/?scene=claim&lang=en (and &strained). */

import "../src/app.css";
import { mount } from "svelte";
import App from "../src/App.svelte";
import { game } from "../src/game.svelte";
import { pulse } from "../src/pulse.svelte";
import { settings } from "../src/settings.svelte";
import { SCENES, strained } from "./scenes";

const query = new URLSearchParams(location.search);
if (query.get("lang") === "en") settings.language = "en";
else settings.language = "zh";
settings.hand = query.get("hand") === "left" ? "left" : "right";
settings.handSize = Number(query.get("size") ?? 100);
settings.text = query.get("text") === "large" ? "large" : "normal";
settings.textView = query.has("words");
settings.felt = query.get("felt") === "night" ? "night" : "green";
settings.contrast = query.get("contrast") === "high" ? "high" : "normal";

const scene = SCENES[query.get("scene") ?? "turn"];
mount(App, { target: document.getElementById("app")! });

if (scene) {
  game.seat = query.get("scene") === "company" ? { match: "", seat: 0, token: "", room: "123456" } : null;
  game.attach({ send: () => true, close: () => undefined });
  game.receive(query.has("strained") ? strained(scene) : scene);
  pulse.roundTrip = Number(query.get("ms") ?? 45);
  game.selected = query.get("raised");
  if (query.has("final")) game.settlement = "match";
}
