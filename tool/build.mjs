// Builds dist/: plain CommonJS bundles for hooks, MCP server and command line, ES modules for the library.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";
import { root } from "./place.mjs";

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const dist = join(root, "dist");
rmSync(dist, { recursive: true, force: true });

const common = {
  absWorkingDir: root,
  outdir: dist,
  bundle: true,
  platform: "node",
  target: "node20.19",
  // libsql has a native part, and Node 20 has no node:sqlite. Bundles load each other only when they need each other.
  external: ["libsql", "node:sqlite", "./*.cjs"],
  define: { TIDEMARK_VERSION: JSON.stringify(version) },
  legalComments: "none",
  logLevel: "warning",
  plugins: [await finishedKeywords()],
};
// CommonJS, because an ES module costs a third of a Node start more. Minified: less to read and to parse.
const program = {
  ...common,
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  minify: true,
  // `import.meta.url` does not exist in CommonJS; the file name serves createRequire as well.
  define: { ...common.define, "import.meta.url": "__filename" },
};

// What hook.cjs loads: `capture` for every call, the others where `src/hook/capture.ts` says so.
const HOOK_BUNDLES = ["capture", "agents", "redact", "answer", "checkpoint", "background"];
await build({ ...program, entryPoints: HOOK_BUNDLES.map((name) => `src/hook/${name}.ts`) });
await build({
  ...program,
  entryPoints: { "command-line": "src/cli/cli.ts" },
  // The loader gives a bundle `require` alone.
  supported: { "dynamic-import": false },
  // Names stay readable for people who report an error.
  minifyIdentifiers: false,
});
await build({ ...program, entryPoints: { "mcp-work": "src/mcp/work.ts" } });
// The loader names compiled forms after this, so that a new build never uses the form of an old one.
const hash = createHash("sha256");
for (const name of [...HOOK_BUNDLES, "command-line", "mcp-work"]) hash.update(escapeToAscii(`${name}.cjs`));
const TIDEMARK_BUILD = JSON.stringify(hash.digest("hex").slice(0, 8));

// Programs that Node starts itself.
await build({
  ...program,
  entryPoints: ["hook/hook", "hook/embed", "hook/distil", "hook/plugin", "mcp/mcp"].map(
    (path) => `src/${path}.ts`,
  ),
  entryNames: "[name]",
  define: { ...program.define, TIDEMARK_BUILD },
});
const modules = {
  ...common,
  format: "esm",
  define: { ...common.define, TIDEMARK_BUILD, __dirname: "import.meta.dirname" },
  banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
};
await build({ ...modules, entryPoints: { cli: "src/cli/start.ts" } });
const SDKS = ["anthropic", "openai", "ai-sdk"].map((name) => [name, `src/library/${name}/index.ts`]);
await build({
  ...modules,
  entryPoints: { index: "src/index.ts", ...Object.fromEntries(SDKS) },
  splitting: true,
  chunkNames: "chunk/[name]-[hash]",
});
// Plugins that agents load into themselves: one file each, in a form that Bun takes too.
await build({
  ...common,
  entryPoints: { opencode: "src/agent/opencode/plugin.ts", pi: "src/agent/pi/plugin.ts" },
  format: "esm",
  outExtension: { ".js": ".mjs" },
  minify: true,
});

// dist/ is also Claude Code's plugin, which copies this folder and nothing around it.
const { pluginFiles } = await evaluate("src/agent/claude/plugin.ts");
for (const [path, text] of pluginFiles(version)) {
  mkdirSync(dirname(join(dist, path)), { recursive: true });
  writeFileSync(join(dist, path), text);
}
writeFileSync(join(dist, "package.json"), '{ "type": "module" }\n');
for (const path of ["LICENSE", ".claude-plugin/README.md", "asset/glove40k.i8"])
  copyFileSync(join(root, path), join(dist, basename(path)));

const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
execFileSync(process.execPath, [tsc, "-p", "tsconfig.types.json"], { cwd: root, stdio: "inherit" });
replaceValibot(join(dist, "types"));
writeFileSync(join(dist, "built"), `${version}\n`);

// To collect the keywords of all rules would take a hook longer than all else it does, so their table is built in.
async function finishedKeywords() {
  const { keywordTable } = await evaluate("src/redact/keyword-table.ts");
  const contents = `export const keywordTable = ${JSON.stringify(keywordTable)};`;
  const replaced = { filter: /\bkeyword-table\.ts$/ };
  return { name: "keywords", setup: (it) => it.onLoad(replaced, () => ({ contents, loader: "js" })) };
}

// What a module exports, by running it now.
async function evaluate(entry) {
  const options = { absWorkingDir: root, bundle: true, platform: "node", format: "esm", write: false };
  const { outputFiles } = await build({ ...options, entryPoints: [entry] });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

// The loader takes each byte for a character, and V8 keeps ASCII in half the memory. esbuild escapes strings, not patterns.
function escapeToAscii(name) {
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const text = readFileSync(join(dist, name), "utf8").replace(/[^\x00-\x7f]/g, escaped);
  writeFileSync(join(dist, name), text);
  return text;
}

// Nobody installs valibot, which is bundled, but the declarations name it. `tool/schema.d.ts` takes its place there.
function replaceValibot(types) {
  copyFileSync(join(root, "tool", "schema.d.ts"), join(types, "schema.d.ts"));
  for (const path of readdirSync(types, { recursive: true }).filter((name) => name.endsWith(".d.ts"))) {
    const schema = `${"../".repeat(path.split(/[\\/]/).length - 1) || "./"}schema.js`;
    const text = readFileSync(join(types, path), "utf8");
    writeFileSync(join(types, path), text.replace(/(?<=from |import\()"valibot"/g, JSON.stringify(schema)));
  }
}
