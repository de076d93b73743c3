// Bundles src/ and styles/ into app/web/static/, with content-hashed names and a manifest that maps plain names
// to hashed ones. Beside them lie the names that the editor completes, which set-up lists in .make/names.json.
// The output depends on the sources and the locked packages alone: two builds are the same bytes.

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "..", "app", "web", "static");
const fresh = `${target}.new`;

const names = join(here, "..", ".make", "names.json");

// `early` runs before the page is painted, so it is no module; the others share what they have in common.
const entryPoints = { authoring: "src/authoring.ts", exam: "src/exam.ts", lti: "src/lti.ts", problem: "src/problem.ts", scratchpad: "src/scratchpad.ts", signup: "src/signup.ts", site: "src/site.ts", trial: "src/trial.ts", style: "styles/site.css", icon: "styles/icon.svg" };
const early = { early: "src/early.ts" };

await rm(fresh, { recursive: true, force: true });
await mkdir(fresh, { recursive: true });

// This package marks the calls that bind its keys as free of effects, so that bundling it would leave them out.
const emacs = {
  name: "emacs",
  setup(build) {
    build.onLoad({ filter: /codemirror-emacs[/\\]dist[/\\]index\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replaceAll("/*@__PURE__*/EmacsHandler.", "EmacsHandler."),
    }));
  },
};

// The Python language needs the package for completion only once somebody completes something.
const late = {
  name: "late",
  setup(build) {
    build.onResolve({ filter: /^@codemirror\/autocomplete$/ }, ({ importer }) =>
      /lang-python[/\\]dist[/\\]/.test(importer) ? { path: join(here, "src", "late.ts") } : undefined,
    );
  },
};

// A style sheet that a script imports is bundled by itself and becomes a text.
const sheets = {
  name: "sheets",
  setup({ initialOptions: { minify, target }, onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path, with: { type } }) => {
      if (type !== "text") {
        return undefined;
      }
      const { outputFiles } = await build({ entryPoints: [path], bundle: true, minify, target, write: false });
      return { contents: outputFiles[0].text, loader: "text" };
    });
  },
};

const options = {
  absWorkingDir: here,
  entryNames: "[name]-[hash]",
  chunkNames: "part-[hash]",
  assetNames: "[name]-[hash]",
  outdir: fresh,
  bundle: true,
  minify: true,
  target: ["es2022", "chrome123", "firefox121", "safari17.5"],
  loader: { ".svg": "copy", ".woff2": "file" },
  legalComments: "none",
  plugins: [emacs, late, sheets],
  metafile: true,
  logLevel: "warning",
};
const results = [
  await build({ ...options, entryPoints, format: "esm", splitting: true }),
  await build({ ...options, entryPoints: early, format: "iife" }),
];

const manifest = {};
const plain = { "style.css": "site.css" };
// Faces that pages name before their style sheet does: those that nearly every page needs.
const faces = { "source-sans-3-latin-wght-normal.woff2": "text.woff2", "source-code-pro-latin-400-normal.woff2": "code.woff2" };
const files = [];
for (const result of results) {
  for (const [path, output] of Object.entries(result.metafile.outputs)) {
    files.push(basename(path));
    const face = faces[basename(Object.keys(output.inputs)[0] ?? "")];
    if (face && path.endsWith(".woff2")) {
      manifest[face] = basename(path);
    }
    const source = Object.entries({ ...entryPoints, ...early }).find(([, file]) => file === output.entryPoint);
    if (source) {
      const [name, file] = source;
      const full = name + (file.endsWith(".ts") ? ".js" : file.slice(file.lastIndexOf(".")));
      manifest[plain[full] ?? full] = basename(path);
    }
  }
}
const listing = await readFile(names);
const listed = `names-${createHash("sha256").update(listing).digest("hex").slice(0, 8)}.json`;
await writeFile(join(fresh, listed), listing);
manifest["names.json"] = listed;
files.push(listed);

// The licences of the faces go where these go.
for (const name of ["@fontsource/source-code-pro", "@fontsource-variable/source-sans-3"]) {
  await writeFile(join(fresh, `${basename(name)}-license.txt`), await readFile(join(here, "node_modules", name, "LICENSE")));
}

const wanted = ["code.woff2", "early.js", "icon.svg", "names.json", "problem.js", "scratchpad.js", "signup.js", "site.css", "site.js", "text.woff2", "trial.js"];
const missing = wanted.filter((name) => !(name in manifest));
if (missing.length > 0) {
  throw new Error(`the build made no ${missing.join(", ")}`);
}
const sorted = Object.fromEntries(Object.entries(manifest).sort(([a], [b]) => (a < b ? -1 : 1)));
await writeFile(join(fresh, "manifest.json"), `${JSON.stringify(sorted, null, 2)}\n`);

// Beside each file its compressed twins, for browsers that take one. Nothing in them tells the time.
for (const name of files.filter((name) => !name.endsWith(".woff2"))) {
  const content = await readFile(join(fresh, name));
  await writeFile(join(fresh, `${name}.gz`), gzipSync(content, { level: 9 }));
  await writeFile(join(fresh, `${name}.br`), brotliCompressSync(content));
}

// A server that is running keeps its old names until it restarts: the swap leaves no moment without files.
await rm(target, { recursive: true, force: true });
await rename(fresh, target);
for (const name of (await readdir(target)).sort()) {
  console.log(`app/web/static/${name}`);
}
