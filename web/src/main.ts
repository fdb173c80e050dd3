import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { whenIdle } from "./idle";
import { versions } from "./offline/versions.svelte";

addEventListener("vite:preloadError", () => void versions.outdated());
mount(App, { target: document.getElementById("app")! });
if (import.meta.env.PROD) whenIdle(() => void versions.watch());
