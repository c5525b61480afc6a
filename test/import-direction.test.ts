import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, test } from "vitest";

const src = resolve(import.meta.dirname, "../src");

/** What each folder may import besides itself. `host` touches the machine; `error.ts` and the data in `agent/agents.ts` are open to all. */
const MAY: { readonly [folder: string]: readonly string[] } = {
  event: [],
  detect: ["event"],
  fold: ["event", "detect"],
  project: [],
  capture: ["event", "project"],
  choose: ["event", "detect", "fold"],
  compose: ["event", "detect", "fold", "choose"],
  recall: ["event", "detect", "fold"],
  host: [],
  store: ["event", "fold", "host"],
  journal: ["event", "host"],
  model: ["event", "fold", "journal", "store", "host"],
  checkpoint: ["event", "project", "host"],
  layout: ["event", "fold"],
  token: ["host"],
  llm: ["host"],
  agent: ["capture", "event", "host"],
  app: [
    "agent",
    "checkpoint",
    "layout",
    "journal",
    "model",
    "store",
    "recall",
    "compose",
    "choose",
    "capture",
    "fold",
    "detect",
    "event",
    "project",
    "host",
    "token",
    "llm",
  ],
  door: [
    "app",
    "agent",
    "capture",
    "checkpoint",
    "compose",
    "fold",
    "event",
    "host",
    "llm",
    "model",
    "store",
    "token",
  ],
};

/** Embedders speak to servers; how is the machine's matter. */
const ALSO: { readonly [folder: string]: readonly string[] } = { "recall/embedder": ["host"] };

const PURE = ["event", "detect", "fold", "project", "capture", "choose", "compose", "recall", "layout"];
const SCHEMA = "valibot";
/** Pure functions from a word to its stem. */
const STEMMERS = ["stemmer", "@orama/stemmers/french"];

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
      .filter(({ file, target }) => !ALSO[dirname(file)]?.includes(target))
      .map(({ file, what }) => `${file} imports ${what}`);
    expect(wrong).toEqual([]);
  });

  test("the table of agents is data: it imports nothing", () => {
    expect(all.filter(({ file }) => file === "agent/agents.ts")).toEqual([]);
  });

  test("pure folders import neither the machine nor a package, the schema library and stemmers aside", () => {
    const isAllowed = ({ folder, what }: Import) =>
      what.startsWith(".") || what === SCHEMA || (folder === "detect" && STEMMERS.includes(what));
    const wrong = all
      .filter((entry) => PURE.includes(entry.folder) && !isAllowed(entry))
      .map(({ file, what }) => `${file} imports ${what}`);
    expect(wrong).toEqual([]);
  });

  test("agents never import each other, nor do stores", () => {
    const wrong = all
      .filter((entry) => entry.folder === "agent" || entry.folder === "store")
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
          !(target[0] === "agent" && COMMON.includes(target[1] ?? "")),
      )
      .map(({ file, what }) => `${file} imports ${what}`);
    expect(wrong).toEqual([]);
  });

  test("a redactor comes from an opened data folder, or from the hook's bundle of rules", () => {
    const makers = all.filter(
      ({ file, what }) => /redact\/redact\.js$/.test(what) && !file.startsWith("capture/"),
    );
    expect([...new Set(makers.map(({ file }) => file))].sort()).toEqual([
      "app/open-home.ts",
      "door/hook/redact.ts",
    ]);
  });

  test("only doors print or exit", () => {
    const wrong = files(src)
      .filter((path) => !relative(src, path).startsWith(`door${sep}`))
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
