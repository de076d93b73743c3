// Bundles src/ and styles/ into app/web/static/, with content-hashed names and a manifest that maps plain names
// to hashed ones. The output depends on the sources and the locked packages alone: two builds are the same bytes.

import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "..", "app", "web", "static");
const fresh = `${target}.new`;

const entryPoints = { problem: "src/problem.ts", site: "styles/site.css", icon: "styles/icon.svg" };

await rm(fresh, { recursive: true, force: true });
await mkdir(fresh, { recursive: true });

const result = await build({
  absWorkingDir: here,
  entryPoints,
  entryNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  outdir: fresh,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022", "chrome110", "firefox121", "safari16.4"],
  loader: { ".svg": "copy" },
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});

const manifest = {};
for (const [path, output] of Object.entries(result.metafile.outputs)) {
  const source = Object.entries(entryPoints).find(([, file]) => file === output.entryPoint);
  if (source) {
    const [name, file] = source;
    manifest[name + (file.endsWith(".ts") ? ".js" : file.slice(file.lastIndexOf(".")))] = basename(path);
  }
}
const wanted = ["icon.svg", "problem.js", "site.css"];
const missing = wanted.filter((name) => !(name in manifest));
if (missing.length > 0) {
  throw new Error(`the build made no ${missing.join(", ")}`);
}
const sorted = Object.fromEntries(Object.entries(manifest).sort(([a], [b]) => (a < b ? -1 : 1)));
await writeFile(join(fresh, "manifest.json"), `${JSON.stringify(sorted, null, 2)}\n`);

// Beside each file its compressed twin, for browsers that take one. Nothing in it tells the time.
for (const name of Object.values(manifest)) {
  await writeFile(join(fresh, `${name}.gz`), gzipSync(await readFile(join(fresh, name)), { level: 9 }));
}

// A server that is running keeps its old names until it restarts: the swap leaves no moment without files.
await rm(target, { recursive: true, force: true });
await rename(fresh, target);
for (const name of (await readdir(target)).sort()) {
  console.log(`app/web/static/${name}`);
}
