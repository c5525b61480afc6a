import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { identifyProject } from "../../src/capture/place/identify-project.js";
import { hash64 } from "../../src/capture/place/path.js";
import { fingerprintOf, readPlaceNote, writePlaceNote } from "../../src/capture/place/place-note.js";
import { listCheckpoints } from "../../src/checkpoint/record.js";
import { liveStates, readRootState } from "../../src/checkpoint/shadow/root-state.js";
import { storageOf } from "../../src/checkpoint/shadow/storage.js";
import { TidemarkError } from "../../src/error.js";
import { readExported } from "../../src/extra/layout/export-layout.js";
import { tick } from "../../src/host/device.js";
import { readBackups } from "../../src/host/file/backup.js";
import { readErrors } from "../../src/host/log.js";
import { configuredChoice } from "../../src/recall/embedder.js";
import { readExportedFiles } from "../../src/session/exported-file.js";
import { checkConfig } from "../../src/setup/check-config.js";
import { checkForgetting } from "../../src/setup/doctor.js";
import { readQuota } from "../../src/upkeep/clean/quota.js";
import { unfinishedForgetting } from "../../src/upkeep/forget/forget-note.js";
import { ImportNote } from "../../src/upkeep/import/import-note.js";
import { ImportedRows } from "../../src/upkeep/import/imported-rows.js";
import type { Door } from "./door.js";

const home = mkdtempSync(join(tmpdir(), "tidemark-fuzz-"));
const cwd = join(home, "work");
const project = "p0123456789abcdef";
const keeping = storageOf(home, project);
const OBJECT = "0123456789abcdef0123456789abcdef01234567";

/** The files of ours that a machine may have damaged: none of them is worth failing for. */
export const PRIVATE: readonly Door[] = [
  door("config", "config.json", ['{"embedder":"ollama:nomic","quota":"2 GB","checkpoints":true}'], () => {
    // Not passed over: a person meant something by it. But it is told in a sentence.
    for (const read of [() => readQuota(home), () => configuredChoice(home)]) sentence(read);
    checkConfig(home, {});
  }),
  door("device", "device", [`0001772500000000 abcdefghijklmnop\n${" ".repeat(30)}0001772500000009`], () => {
    const { author, clock } = tick(home, 1_772_500_000_000);
    if (!/^[0-9a-z]{16}$/.test(author) || !Number.isSafeInteger(clock) || clock < 1_772_500_000_000)
      throw new Error(`${author} ${clock}`);
  }),
  door("project list", "project.json", [knownProjects()], () => void identifyProject(cwd, home, {})),
  door("place", `place/${hash64(cwd)}.json`, [cachedPlace()], () => void identifyProject(cwd, home, {})),
  door("visit", `place/${hash64(cwd)}.visit`, [visitNote()], () => {
    const visit = readPlaceNote(home, cwd, { isCertain: true, withHead: true });
    if (visit !== undefined && !/^p[0-9a-f]{16}$/.test(visit.project)) throw new Error(visit.project);
  }),
  door("checkpoint record", relative(home, join(keeping.points, "c1.json")), [checkpointRecord()], () => {
    for (const { at, trees } of listCheckpoints(home, project)) {
      new Date(at).toISOString();
      if (trees.some(({ tree }) => !/^[0-9a-f]{40}$/.test(tree))) throw new Error("no tree");
    }
  }),
  door(
    "work tree state",
    relative(home, join(keeping.folder, `root-${hash64(cwd)}.json`)),
    [rootState()],
    () => {
      readRootState(keeping, cwd);
      liveStates(keeping);
    },
  ),
  door("export list", "export.json", [exportList()], () => {
    readExportedFiles(home);
    readExported(home);
  }),
  door(
    "import note",
    "import/claude.json",
    ['{"version":1,"records":{"0123456789abcdef":[10,20,30]}}'],
    () => {
      const record = { path: "/x", bytes: 10, modifiedAt: 20, bornAt: 0 };
      new ImportNote(join(home, "import/claude.json")).from(record);
    },
  ),
  door("told rows", "import/told", ["\0\0\0\0\0\0\x10@\0\0\0\0\0\0\x14@"], () => {
    if (!new ImportedRows(join(home, "import/told")).add("0123456789abcdef")) throw new Error("told before");
  }),
  door("forget note", "forget.unfinished", ['{"by":"pattern","at":1772500000000}'], () => {
    unfinishedForgetting(home);
    checkForgetting(home);
  }),
  door(
    "error notes",
    "log/hook.jsonl",
    ['{"at":1772500000000,"agent":"claude","hook":"Stop","error":"no"}\n'],
    () => {
      readErrors(home);
    },
  ),
  door("manifest", "backup/manifest.json", ['{"files":[{"path":"/x","sum":"0"}]}'], () =>
    sentence(() => readBackups(home)),
  ),
];

function door(name: string, file: string, samples: readonly string[], read: () => void): Door {
  return {
    name,
    samples,
    enter(text) {
      const path = join(home, file);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      mkdirSync(cwd, { recursive: true });
      writeFileSync(path, text, { mode: 0o600 });
      read();
    },
  };
}

/** What it says is meant for a person. */
function sentence(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof TidemarkError)) throw error;
  }
}

function knownProjects(): string {
  const place = { path: cwd, inode: "12@34" };
  const one = { id: project, roots: [OBJECT], remotes: ["example.com/a/b"], places: [place], trees: [place] };
  return JSON.stringify({ projects: [one, { ...one, id: "p0000000000000000", idFile: "a".repeat(32) }] });
}

function cachedPlace(): string {
  const facts = { id: project, path: cwd, real: cwd, inode: 12, birth: 34, stamp: "-", isInner: false };
  return JSON.stringify({ ...facts, trees: [cwd], roots: [OBJECT], remotes: [] });
}

function visitNote(): string {
  mkdirSync(cwd, { recursive: true });
  writePlaceNote(home, cwd, { project, place: { root: cwd } }, fingerprintOf(cwd));
  return readFileSync(join(home, "place", `${hash64(cwd)}.visit`), "utf8");
}

function checkpointRecord(): string {
  const who = { project, session: "s", agent: "claude", root: cwd };
  const left = [{ path: "a", why: "large" }];
  return JSON.stringify({
    ...{ id: "c1", reason: "hand", label: "l", at: 1_772_500_000_000, ...who, commit: OBJECT },
    ...{ trees: [{ path: "", tree: OBJECT }], modes: OBJECT, changed: 3, left, leftCount: 1 },
  });
}

function rootState(): string {
  const refused = { at: 1, why: "No." };
  return JSON.stringify({ root: cwd, latest: "c1", seen: { "": { exclude: "a", tracked: "b" } }, refused });
}

function exportList(): string {
  const file = { file: "/x.json", project, session: "s", format: "json", isPacked: false, at: 1, sum: "0" };
  return JSON.stringify([file, { layout: "ai-folder", folder: "/x", project, at: 1, files: { a: "0" } }]);
}
