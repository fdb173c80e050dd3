/**
 * The service worker: the page opens without a network, from the files of one build.
 *
 * Whoever is online gets the server's own page, so that an old page hardly meets a new server; the files it names
 * have a hash of their content in their name and are taken from here. Of /api only the lesson and the examples of the
 * rules are kept, which are the same for everybody; nothing else of it is looked at.
 */

const worker = self as unknown as ServiceWorkerGlobalScope;

/** Filled in by the build (../../offline.plugin.ts): what the page consists of, and a name for exactly that. */
declare const FILES: readonly string[];
declare const BUILD: string;

const PREFIX = "wuyi-";
const CACHE = PREFIX + BUILD;
const SHELL = "/";
/** How long the server is waited for, ms. */
const PATIENCE = 5_000;
const TEACHING = ["/api/lessons", "/api/rules"];
/** Tells the page that the server did not answer, but what is kept (api.ts). */
const KEPT = "x-kept";

worker.addEventListener("install", (event) => {
  // A hashed file may come from the browser's own cache; the others are asked for anew.
  const wanted = FILES.map((file) => new Request(file, { cache: file.startsWith("/assets/") ? "default" : "reload" }));
  const keep = async (): Promise<void> => {
    const cache = await caches.open(CACHE);
    await cache.addAll(wanted);
    // A page is whole without them: they are fetched once they are wanted.
    await Promise.allSettled(TEACHING.map((path) => cache.add(path)));
  };
  event.waitUntil(keep());
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
  else if (TEACHING.includes(pathname)) event.respondWith(taught(request));
});

async function kept(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** The server's file, or else the kept one. */
async function fetched(request: Request, otherwise: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  return orKept(fetch(request), cache.match(otherwise));
}

/** The server's answer, which is kept from then on, or else the kept one, and it says so. */
async function taught(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const asked = fetch(request).then(async (answer) => {
    if (answer.ok) await cache.put(request.url, answer.clone());
    return answer;
  });
  const kept = cache.match(request.url).then((found) => {
    if (found === undefined) return found;
    const headers = new Headers(found.headers);
    headers.set(KEPT, "1");
    return new Response(found.body, { headers });
  });
  return orKept(asked, kept);
}

/** What is kept where there is no server, or where on a poor line none has answered in good time. */
async function orKept(asked: Promise<Response>, kept: Promise<Response | undefined>): Promise<Response> {
  const late = new Promise<Response>((resolve) => {
    setTimeout(() => void kept.then((found) => found !== undefined && resolve(found)), PATIENCE);
  });
  try {
    return await Promise.race([asked, late]);
  } catch (error) {
    const found = await kept;
    if (found === undefined) throw error;
    return found;
  }
}
