/** The service worker (worker.ts) as the page sees it: there once the page has come to rest, and what it found since. */

import { network } from "./network.svelte";

const CHECK_MS = 60_000;
/** How soon a server that cannot be reached is tried again. */
const RETRY_MS = 10_000;
const RELOADED = "wuyi.reloaded";
const RELOAD_MS = 10_000;

class Versions {
  /** A newer page has been fetched, and waits to be let in. */
  waiting = $state(false);

  #registration: ServiceWorkerRegistration | null = null;
  #checked = 0;

  /** Keep the page for a time without a network. A browser that cannot, or an address without TLS, is no error. */
  async watch(): Promise<void> {
    if (!("serviceWorker" in navigator)) return;
    try {
      this.#registration = await navigator.serviceWorker.register("/sw.js");
    } catch {
      return;
    }
    const registration = this.#registration;
    this.#see(registration.waiting);
    registration.addEventListener("updatefound", () => {
      const { installing } = registration;
      installing?.addEventListener("statechange", () => this.#see(installing));
    });
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.check());
    addEventListener("online", () => this.check());
    this.check();
  }

  /** Ask whether the server has a newer page: whenever it may have been started anew. It also shows if it is there. */
  check(): void {
    const often = network.reachable ? CHECK_MS : RETRY_MS;
    if (this.#registration === null || Date.now() - this.#checked < often) return;
    this.#checked = Date.now();
    void this.#registration.update().then(
      () => network.asked(true),
      () => {
        network.asked(false);
        setTimeout(() => this.check(), RETRY_MS);
      },
    );
  }

  /** Let the newer page in. */
  take(): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.#registration?.waiting?.postMessage("update");
  }

  /** A part of this page is not to be had. If the server is there, its page is another by now: get that. */
  async outdated(): Promise<void> {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
    if (Date.now() - last < RELOAD_MS) return;
    const there = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (!there?.ok) return;
    sessionStorage.setItem(RELOADED, String(Date.now()));
    location.reload();
  }

  /** The first worker of all replaces nothing. */
  #see(worker: ServiceWorker | null): void {
    if (worker?.state === "installed" && navigator.serviceWorker.controller !== null) this.waiting = true;
  }
}

export const versions = new Versions();
