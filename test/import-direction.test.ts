import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, test } from "vitest";

const src = resolve(import.meta.dirname, "../src");

/**
 * The rooms of `src` in the order of the pipeline, and what each may import besides itself. `error.ts`, `ansi.ts` and
 * the table of agents are open to all. `extra` stands beside the spine.
 */
const MAY: { readonly [folder: string]: readonly string[] } = {
  event: [],
  host: [],
  text: ["event"],
  agent: ["event", "host", "text"],
  redact: ["event"],
  home: ["host", "redact"],
  journal: ["event", "host"],
  capture: ["event", "host", "agent", "redact", "home", "journal"],
  model: ["event", "host", "text", "journal", "extra"],
  project: [
    "event",
    "host",
    "text",
    "agent",
    "redact",
    "home",
    "journal",
    "capture",
    "model",
    "terminal",
    "extra",
  ],
  render: ["text", "model", "project"],
  terminal: ["event", "host", "render", "model"],
  recall: ["host", "text", "home", "journal", "capture", "model", "project", "render", "terminal", "extra"],
  checkpoint: [
    "event",
    "host",
    "text",
    "agent",
    "home",
    "journal",
    "capture",
    "model",
    "project",
    "terminal",
  ],
  brief: [
    ...["event", "host", "text", "agent", "journal", "capture", "model"],
    ...["project", "render", "terminal", "recall", "checkpoint", "extra"],
  ],
  library: [
    ...["event", "host", "text", "redact", "home", "journal", "capture", "model"],
    ...["project", "render", "recall", "brief", "extra"],
  ],
  session: [
    ...["event", "host", "text", "agent", "redact", "journal", "capture", "model"],
    ...["project", "render", "terminal", "checkpoint", "brief", "library", "extra"],
  ],
  upkeep: [
    ...["event", "host", "text", "agent", "redact", "home", "journal", "capture", "model"],
    ...["project", "terminal", "recall", "checkpoint", "session", "library", "extra"],
  ],
  setup: [
    "event",
    "host",
    "agent",
    "redact",
    "home",
    "journal",
    "model",
    "terminal",
    "recall",
    "library",
    "upkeep",
  ],
  extra: [
    ...["event", "host", "text", "agent", "redact", "journal", "capture", "model"],
    ...["project", "render", "terminal", "checkpoint", "brief", "library", "session"],
  ],
  hook: ["host", "agent", "redact", "home", "capture", "model", "recall", "checkpoint", "brief", "upkeep"],
  mcp: [
    ...["host", "agent", "model", "project", "render", "terminal"],
    ...["recall", "checkpoint", "brief", "session", "extra"],
  ],
  cli: [
    ...["event", "host", "agent", "model", "project", "terminal", "recall", "checkpoint"],
    ...["brief", "session", "mcp", "upkeep", "setup", "extra"],
  ],
};

/** Text in, values out: no machine, no package but the schema library and the stemmers. */
const PURE = [
  ...[
    "event/",
    "text/",
    "redact/",
    "render/",
    "model/fold/",
    "extra/branch/fold/",
    "brief/choose/",
    "brief/source/",
  ],
  ...["capture/capture.ts", "capture/bound.ts", "brief/compose.ts", "brief/budget.ts", "recall/rank.ts"],
];
const PACKAGES = ["valibot", "stemmer", "@orama/stemmers/french"];

const PRINTS = /^(?:cli|hook|mcp|terminal|extra\/chat)\/|\/command(?:\/|\.ts$)/;

/** No agents: what several of them have in common. */
const COMMON = ["payload", "plain", "plugin", "record", "settings"];

interface Import {
  readonly file: string;
  readonly folder: string;
  readonly what: string;
  readonly isType: boolean;
}

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : entry.name.endsWith(".ts") ? [path] : [];
  });
}

function importsOf(path: string): Import[] {
  const file = relative(src, path).split(sep).join("/");
  const text = readFileSync(path, "utf8");
  const found = text.matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from\s+"([^"]+)"|import\("([^"]+)"\)/gm);
  return [...found].map((match) => ({
    file,
    folder: file.includes("/") ? (file.split("/")[0] ?? "") : "",
    what: match[2] ?? match[3] ?? "",
    isType: match[1] !== undefined,
  }));
}

const AGENT_DATA = "agent/agents.js";

const all = files(src).flatMap(importsOf);

function targetFolder({ file, what }: Import): string {
  const target = relative(src, resolve(src, dirname(file), what)).split(sep);
  if (target.join("/") === AGENT_DATA) return "";
  return target.length > 1 ? (target[0] ?? "") : "";
}

describe("imports go one way", () => {
  test("every folder is known", () => {
    const folders = readdirSync(src, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map((entry) => entry.name).sort()).toEqual(Object.keys(MAY).sort());
  });

  test.each(Object.keys(MAY))("%s imports only what stands before it", (folder) => {
    const wrong = all
      .filter((entry) => entry.folder === folder && entry.what.startsWith("."))
      .map((entry) => ({ ...entry, target: targetFolder(entry) }))
      .filter(({ target }) => target !== folder && target !== "" && !MAY[folder]?.includes(target))
      .map(({ file, what }) => `${file} imports ${what}`);
    expect(wrong).toEqual([]);
  });

  test("no file imports itself at run time, not even through others", () => {
    const edges = new Map<string, string[]>();
    for (const { file, what, isType } of all) {
      if (isType || !what.startsWith(".")) continue;
      const target = relative(src, resolve(src, dirname(file), what))
        .split(sep)
        .join("/")
        .replace(/\.js$/, ".ts");
      edges.set(file, [...(edges.get(file) ?? []), target]);
    }
    expect(cycleIn(edges)).toEqual([]);
  });

  test("the table of agents is data: it imports nothing", () => {
    expect(all.filter(({ file }) => file === "agent/agents.ts")).toEqual([]);
  });

  test("pure files import neither the machine nor a package, the schema library and stemmers aside", () => {
    const isMachine = (entry: Import) =>
      entry.what.startsWith(".")
        ? ["host", "journal"].includes(targetFolder(entry))
        : !PACKAGES.includes(entry.what);
    const wrong = all
      .filter((entry) => PURE.some((path) => entry.file.startsWith(path)) && isMachine(entry))
      .map(({ file, what }) => `${file} imports ${what}`);
    expect(wrong).toEqual([]);
  });

  test("agents never import each other", () => {
    const wrong = all
      .filter((entry) => entry.folder === "agent")
      .map((entry) => {
        const target = relative(src, resolve(src, dirname(entry.file), entry.what)).split(sep);
        return { ...entry, from: entry.file.split("/"), target };
      })
      .filter(
        ({ from, target }) =>
          from.length > 2 &&
          target.length > 2 &&
          from[0] === target[0] &&
          from[1] !== target[1] &&
          !COMMON.includes(target[1] ?? ""),
      )
      .map(({ file, what }) => `${file} imports ${what}`);
    expect(wrong).toEqual([]);
  });

  test("the pipeline knows extras by their port alone; doors and commands name what they offer", () => {
    const isDoor = (file: string) => /^(?:cli|mcp)\/|\/command\//.test(file);
    const wrong = all
      .filter((entry) => entry.folder !== "extra" && targetFolder(entry) === "extra" && !isDoor(entry.file))
      .filter(({ what }) => !/\/extra\/(?:port|folds|extras)\.js$/.test(what))
      .map(({ file, what }) => `${file} imports ${what}`);
    expect(wrong).toEqual([]);
  });

  test("a redactor comes from an opened data folder, or from the hook's bundle of rules", () => {
    const makers = all.filter(
      ({ file, what }) => /redact\/redact\.js$/.test(what) && !file.startsWith("redact/"),
    );
    expect([...new Set(makers.map(({ file }) => file))].sort()).toEqual([
      "home/open-home.ts",
      "hook/redact.ts",
    ]);
  });

  test("only doors and commands print or exit", () => {
    const wrong = files(src)
      .filter((path) => !PRINTS.test(relative(src, path).split(sep).join("/")))
      .filter((path) =>
        /\bconsole\.|process\.(?:stdout|stderr)\.|process\.exit\(/.test(readFileSync(path, "utf8")),
      )
      .map((path) => relative(src, path));
    expect(wrong).toEqual([]);
  });

  test("only host asks for the home folder", () => {
    const wrong = files(src)
      .filter((path) => !relative(src, path).startsWith(`host${sep}`))
      .filter((path) => /\bhomedir\(|\bDate\.now\(/.test(readFileSync(path, "utf8")))
      .map((path) => relative(src, path));
    expect(wrong).toEqual([]);
  });
});

/** The files of the first cycle, or none. */
function cycleIn(edges: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const path: string[] = [];
  const walk = (file: string): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    path.push(file);
    for (const next of edges.get(file) ?? []) {
      const cycle = walk(next);
      if (cycle.length > 0) return cycle;
    }
    path.pop();
    done.add(file);
    return [];
  };
  for (const file of edges.keys()) {
    const cycle = walk(file);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
