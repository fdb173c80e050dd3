/** The page over a fixed scene instead of a server: `npm run dev`, then /mock/?scene=claim&lang=en. */

import "../src/app.css";
import { mount } from "svelte";
import App from "../src/App.svelte";
import { game } from "../src/game.svelte";
import { settings, type Settings } from "../src/settings.svelte";
import { SCENES } from "./scenes";

const query = new URLSearchParams(location.search);
if (query.get("lang") === "en") settings.language = "en";
else settings.language = "zh";
settings.hand = query.get("hand") === "left" ? "left" : "right";
settings.tileSize = (query.get("size") ?? "normal") as Settings["tileSize"];
settings.felt = query.get("felt") === "night" ? "night" : "green";

const scene = SCENES[query.get("scene") ?? "turn"];
mount(App, { target: document.getElementById("app")! });

if (scene) {
  game.seat = null;
  game.attach({ send: () => true, close: () => undefined });
  game.receive(scene.state);
  game.log = scene.log ?? [];
  game.selected = query.get("raised");
  if (query.has("final")) game.settlement = "match";
}
