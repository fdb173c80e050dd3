/** After the build: the service worker with the list of files it keeps, and everything packed for the server. */

import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join, relative, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { transformWithOxc, type Plugin } from "vite";

const WORKER = "src/offline/worker.ts";

/** Needed without a network, beside what the build has made. */
const PUBLIC = ["/manifest.webmanifest", "/icon.svg", "/icon-small.svg", "/icon-192.png"];

const PACKED = new Set([".html", ".css", ".js", ".svg", ".webmanifest"]);
const WORTH_PACKING = 1024;

const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).toSorted();
}

/** The worker's code, which knows its files and by their content its name. */
async function worker(root: string, built: string): Promise<string> {
  const assets = (await filesIn(join(built, "assets"))).map((file) => `/${relative(built, file)}`);
  const contents = await Promise.all(["/index.html", ...PUBLIC].map((file) => readFile(join(built, file))));
  const build = sha256([...contents.map(sha256), ...assets].join("\n")).slice(0, 12);
  const source = await readFile(join(root, WORKER), "utf8");
  const { code } = await transformWithOxc(source, WORKER, { sourcemap: false });
  return `const BUILD = ${JSON.stringify(build)};\nconst FILES = ${JSON.stringify(["/", ...PUBLIC, ...assets])};\n${code}`;
}

/** `FILE.br` beside each file that becomes smaller by it; the server gzips by itself. */
async function pack(built: string): Promise<void> {
  for (const file of await filesIn(built)) {
    const content = await readFile(file);
    if (!PACKED.has(extname(file)) || content.length < WORTH_PACKING) continue;
    const parameters = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    await writeFile(`${file}.br`, brotliCompressSync(content, { params: parameters }));
  }
}

export function offline(): Plugin {
  let root = "";
  let built = "";
  return {
    name: "wuyi-offline",
    apply: "build",
    configResolved(config) {
      root = config.root;
      built = resolve(root, config.build.outDir);
    },
    async writeBundle() {
      await writeFile(join(built, "sw.js"), await worker(root, built));
      await pack(built);
    },
  };
}
