// Builds dist/: CommonJS bundles for the hooks, ESM for the command line and the library.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./place.mjs";

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const dist = join(root, "dist");
rmSync(dist, { recursive: true, force: true });

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20.19",
  // The native driver stays a package of its own; node:sqlite is missing on Node 20 and only asked for at run time.
  external: ["libsql", "node:sqlite"],
  define: { TIDEMARK_VERSION: JSON.stringify(version) },
  legalComments: "none",
  logLevel: "warning",
};

// `import.meta.url` does not exist in CommonJS; the file name serves createRequire as well.
const cjsDefine = { ...common.define, "import.meta.url": "__filename" };

// The keywords of the redaction rules, worked out here once instead of at every start of a hook.
async function finishedKeywords() {
  const outfile = join(dist, "keyword-table.mjs");
  await build({ ...common, entryPoints: ["src/capture/redact/keyword-table.ts"], outfile, format: "esm" });
  const { keywordTable } = await import(pathToFileURL(outfile).href);
  rmSync(outfile);
  return {
    name: "finished-keywords",
    setup(bundle) {
      const contents = `export const keywordTable = ${JSON.stringify(keywordTable)};`;
      bundle.onLoad({ filter: /redact[\\/]keyword-table\.ts$/ }, () => ({ contents, loader: "js" }));
    },
  };
}

// The hooks: CommonJS, because an ES module costs a third of a Node start more. Minified: less to parse.
const hook = {
  ...common,
  outdir: dist,
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  minify: true,
  define: cjsDefine,
  plugins: [await finishedKeywords()],
};
// The loader reads bundles byte by byte, the quickest way; esbuild leaves what is not ASCII in patterns as it is.
function inAscii(file) {
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const text = readFileSync(file, "utf8").replace(/[^\x00-\x7f]/g, escaped);
  writeFileSync(file, text);
  return text;
}

// What hook.cjs loads: several bundles, because most calls need only the first. Each is a function that its loader calls.
const BUNDLES = [
  "capture",
  "agents",
  "redact",
  "place",
  "answer",
  "recall",
  "term",
  "tend",
  "trigger",
  "checkpoint",
];
// What few calls of a bundle need is set apart: the first call of such a function loads the other bundle.
const APART = {
  answer: [
    { file: "store/memory-index.ts", names: ["indexSome"], bundle: "term" },
    { file: "app/recall/recall-for-prompt.ts", names: ["recallForPrompt"], bundle: "term" },
    { file: "event/why-refused.ts", names: ["whyRefused"], bundle: "tend" },
  ],
  recall: [{ file: "event/why-refused.ts", names: ["whyRefused"], bundle: "tend" }],
  checkpoint: [{ file: "app/checkpoint/plan-done.ts", names: ["isPlanDone"], bundle: "tend" }],
};
function setApart(parts) {
  const lazily = ({ names, bundle }) =>
    names.map((name) => `export const ${name} = (...given) => require("./${bundle}").${name}(...given);`);
  return {
    name: "set-apart",
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const part = parts.find(({ file }) => path.replaceAll("\\", "/").endsWith(`/src/${file}`));
        return part && { contents: lazily(part).join("\n"), loader: "js" };
      });
    },
  };
}
const content = createHash("sha256");
async function bundle(name, options) {
  await build({
    ...hook,
    ...options,
    banner: { js: "(function (exports, require, module, __filename, __dirname) {" },
    footer: { js: "})" },
  });
  content.update(inAscii(join(dist, `${name}.cjs`)));
}
for (const name of BUNDLES) {
  await bundle(name, {
    entryPoints: { [name]: `src/door/hook/${name}.ts` },
    external: [...hook.external, ...BUNDLES.map((bundle) => `./${bundle}`)],
    plugins: [...hook.plugins, setApart(APART[name] ?? [])],
  });
}
// The command line is loaded like a hook: as modules it takes Node twice as long. Names stay, for those who report an error.
await bundle("command-line", {
  entryPoints: { "command-line": "src/door/cli/cli.ts" },
  // What a script imports only Node's own loader could give it: it is required instead.
  supported: { "dynamic-import": false },
  minify: false,
  minifyWhitespace: true,
  minifySyntax: true,
});
const buildName = JSON.stringify(content.digest("hex").slice(0, 8));
await build({
  ...hook,
  entryPoints: { hook: "src/door/hook/hook.ts" },
  define: { ...cjsDefine, TIDEMARK_BUILD: buildName },
});
// Run by Node itself and not by the loader: it waits for servers, and may import a package.
await build({ ...hook, entryPoints: { embed: "src/door/hook/embed.ts" } });
// The MCP server: what it needs to start, and what its first call loads.
const workApart = {
  name: "work-apart",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/work\.js$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./mcp-work.cjs", external: true } : undefined,
    );
  },
};
await build({
  ...hook,
  entryPoints: { mcp: "src/door/mcp/mcp.ts" },
  plugins: [...hook.plugins, workApart],
});
await build({ ...hook, entryPoints: { "mcp-work": "src/door/mcp/work.ts" } });
// In ASCII, V8 keeps a character of the source in one byte.
inAscii(join(dist, "mcp-work.cjs"));
copyFileSync(join(root, "asset", "glove40k.i8"), join(dist, "glove40k.i8"));

// What a maker's SDK needs is types alone: none of them is imported.
const ADAPTERS = ["anthropic", "openai", "ai-sdk"];
await build({
  ...common,
  entryPoints: {
    cli: "src/door/cli/start.ts",
    index: "src/index.ts",
    ...Object.fromEntries(ADAPTERS.map((name) => [name, `src/door/library/${name}/index.ts`])),
  },
  outdir: dist,
  format: "esm",
  splitting: true,
  chunkNames: "chunk/[name]-[hash]",
  define: { ...common.define, TIDEMARK_BUILD: buildName, __dirname: "import.meta.dirname" },
  plugins: hook.plugins,
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
});

// What agents load into themselves: one file each, without a package, in a form that Bun takes too.
await build({
  ...common,
  entryPoints: { opencode: "src/agent/opencode/plugin.ts", pi: "src/agent/pi/plugin.ts" },
  outdir: dist,
  format: "esm",
  outExtension: { ".js": ".mjs" },
  minify: true,
});

// Claude Code's plugin is this very folder: it copies that and nothing around it, so all it runs must be in it.
await build({
  ...hook,
  entryPoints: { plugin: "src/door/hook/plugin.ts" },
  external: [...hook.external, "./hook.cjs", "./mcp.cjs"],
});
for (const [path, text] of await pluginTexts()) {
  mkdirSync(dirname(join(dist, path)), { recursive: true });
  writeFileSync(join(dist, path), text);
}
// Outside of the package nothing else says that the command line is made of ES modules.
writeFileSync(join(dist, "package.json"), '{ "type": "module" }\n');
copyFileSync(join(root, "LICENSE"), join(dist, "LICENSE"));
copyFileSync(join(root, ".claude-plugin", "README.md"), join(dist, "README.md"));

// The declarations name valibot, which nobody installs: what they need of it goes with them.
function schemaTypes() {
  const types = join(dist, "types");
  copyFileSync(join(root, "tool", "schema.d.ts"), join(types, "schema.d.ts"));
  for (const path of readdirSync(types, { recursive: true })) {
    if (!path.endsWith(".d.ts")) continue;
    const file = join(types, path);
    const text = readFileSync(file, "utf8");
    const up = "../".repeat(path.split(/[\\/]/).length - 1) || "./";
    const named = text.replace(/(?<=from |import\()"valibot"/g, `"${up}schema.js"`);
    if (named !== text) writeFileSync(file, named);
  }
}

async function pluginTexts() {
  const outfile = join(dist, "plugin-files.mjs");
  await build({ ...common, entryPoints: ["src/agent/claude/plugin.ts"], outfile, format: "esm" });
  const { pluginFiles } = await import(pathToFileURL(outfile).href);
  rmSync(outfile);
  return pluginFiles(version);
}

execFileSync(
  process.execPath,
  [join(root, "node_modules", "typescript", "bin", "tsc"), "-p", "tsconfig.types.json"],
  {
    cwd: root,
    stdio: "inherit",
  },
);
schemaTypes();
writeFileSync(join(dist, "built"), `${version}\n`);
