/**
 * The service worker: the page opens without a network, from the files of one build.
 *
 * Whoever is online gets the server's own page, so that an old page never meets a new server; the files it names
 * have a hash of their content in their name and are taken from here. Nothing of /api is looked at, let alone kept.
 */

const worker = self as unknown as ServiceWorkerGlobalScope;

/** Filled in by the build (../../offline.plugin.ts): what the page consists of, and a name for exactly that. */
declare const FILES: readonly string[];
declare const BUILD: string;

const PREFIX = "wuyi-";
const CACHE = PREFIX + BUILD;
const SHELL = "/";

worker.addEventListener("install", (event) => {
  // A hashed file may come from the browser's own cache; the others are asked for anew.
  const wanted = FILES.map((file) => new Request(file, { cache: file.startsWith("/assets/") ? "default" : "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(wanted)));
});

worker.addEventListener("activate", (event) => {
  const tidy = async (): Promise<void> => {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.clients.claim();
  };
  event.waitUntil(tidy());
});

/** The player wants the new version now; until then it waits for the last page of the old one to be closed. */
worker.addEventListener("message", (event) => {
  if (event.data === "update") event.waitUntil(worker.skipWaiting());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetched(request, SHELL));
  else if (pathname.startsWith("/assets/")) event.respondWith(kept(request));
  else if (FILES.includes(pathname)) event.respondWith(fetched(request, pathname));
});

async function kept(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

async function fetched(request: Request, otherwise: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await (await caches.open(CACHE)).match(otherwise);
    if (found === undefined) throw error;
    return found;
  }
}
