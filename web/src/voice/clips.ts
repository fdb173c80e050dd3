/** A player's own recordings of the calls, one each, kept in this browser (IndexedDB) and sent nowhere. */

import type { CallId } from "./calls";

const STORE = "clips";

/** The recordings there are. None where the browser keeps nothing (private mode). */
export async function keptClips(): Promise<Map<CallId, Blob>> {
  try {
    const [ids, clips] = await withStore("readonly", (store) => [store.getAllKeys(), store.getAll()] as const);
    return new Map(ids.result.map((id, i) => [id as CallId, clips.result[i] as Blob]));
  } catch {
    return new Map();
  }
}

/** Keep a recording in place of an older one. Throws where the browser keeps nothing. */
export async function keepClip(id: CallId, clip: Blob): Promise<void> {
  await withStore("readwrite", (store) => store.put(clip, id));
}

export async function dropClip(id: CallId): Promise<void> {
  await withStore("readwrite", (store) => store.delete(id));
}

/** What `work` asked of the store, once it is done. */
async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => T): Promise<T> {
  const database = await opened();
  try {
    return await new Promise<T>((done, failed) => {
      const transaction = database.transaction(STORE, mode);
      const asked = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(asked);
      transaction.onabort = () => failed(transaction.error);
    });
  } finally {
    database.close();
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const request = indexedDB.open("wuyi.voice", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}
