import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { offline } from "./offline.plugin.ts";

const server = "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte(), offline()],
  // The page is shipped inside the Python package; nothing may be inlined, since the server's
  // content policy allows only what it serves itself.
  build: {
    outDir: "../src/wuyi/web",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: {
    environment: "jsdom",
    // A context for each file, two thirds of what a process for each takes. A single worker would share one among all
    // files, and with it what the page's modules hold.
    pool: "vmThreads",
    maxWorkers: 2,
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
