import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { applyInit } from "../../src/setup/init.js";
import { applyRemove, planRemove } from "../../src/setup/remove.js";
import { type ClaudeHome, claudeHome } from "./claude-home.js";

let { root, home, settings, env, plan, writeSettings, linkSettings, useOtherNode }: ClaudeHome = claudeHome();

beforeEach(() => {
  ({ root, home, settings, env, plan, writeSettings, linkSettings, useOtherNode } = claudeHome());
});

interface Where {
  cwd?: string;
  project?: boolean;
  purge?: boolean;
}

const init = (where: Where = {}) => applyInit(plan({ agents: ["claude"], ...where }));
const planned = (where: Where = {}) => planRemove({ env, cwd: root, ...where });
const remove = (where: Where = {}) => applyRemove(planned(where));

describe("a file nobody touched", () => {
  test.each([
    "",
    "{}",
    "{ }",
    "{\n}",
    '{"hooks":{}}',
    '{"hooks":{"Stop":[]}}',
    '\uFEFF{\r\n\t"a": 1,\r\n}',
    " \n",
  ])("%j comes back byte for byte", (before) => {
    writeSettings(before, 0o644);
    init();
    expect(readFileSync(settings, "utf8")).toContain("hook.cjs");
    remove();
    expect(readFileSync(settings, "utf8")).toBe(before);
    expect(statSync(settings).mode & 0o777).toBe(0o644);
    expect(existsSync(home)).toBe(false);
  });

  test("that did not exist is gone again, with the folder made for it", () => {
    init();
    remove();
    expect(existsSync(join(root, ".claude"))).toBe(false);
    expect(existsSync(home)).toBe(false);
  });

  test("leaves the folder where something else came into it", () => {
    init();
    writeFileSync(join(root, ".claude", "other"), "");
    remove();
    expect(readdirSync(join(root, ".claude"))).toEqual(["other"]);
  });

  test("leaves a folder that was there", () => {
    mkdirSync(join(root, ".claude"));
    init();
    remove();
    expect(readdirSync(join(root, ".claude"))).toEqual([]);
  });

  test("behind a link comes back in its place", () => {
    const real = linkSettings("{ }");
    init();
    remove();
    expect(readlinkSync(settings)).toBe(real);
    expect(readFileSync(real, "utf8")).toBe("{ }");
  });

  test("after a second init comes back as it was before the first", () => {
    writeSettings("{ }");
    init();
    useOtherNode();
    init();
    remove();
    expect(readFileSync(settings, "utf8")).toBe("{ }");
  });
});

describe("a file edited since", () => {
  test("keeps the edits and loses our hooks", () => {
    writeSettings('{ "model": "opus" }');
    init();
    writeSettings(readFileSync(settings, "utf8").replace("opus", "haiku"));
    const shown = planned();
    expect(shown.files[0]).toMatchObject({ how: "edit", path: settings });
    applyRemove(shown);
    expect(readFileSync(settings, "utf8")).toBe('{ "model": "haiku" }');
  });

  test("that was ours and has nothing else is deleted", () => {
    init();
    writeSettings(`${readFileSync(settings, "utf8")}\n`);
    remove();
    expect(existsSync(settings)).toBe(false);
  });

  test("without a backup list is edited too", () => {
    writeSettings('{\n  "model": "opus"\n}\n');
    init();
    rmSync(home, { recursive: true });
    remove();
    expect(readFileSync(settings, "utf8")).toBe('{\n  "model": "opus"\n}\n');
  });

  test("whose original was lost is edited", () => {
    writeSettings('{"model":"opus"}');
    init();
    for (const name of readdirSync(join(home, "backup"))) {
      if (name.endsWith(".original")) rmSync(join(home, "backup", name));
    }
    remove();
    expect(readFileSync(settings, "utf8")).toBe('{"model":"opus"}');
  });

  test("and broken is refused, and everything stays", () => {
    init();
    writeSettings(readFileSync(settings, "utf8").slice(0, -3));
    expect(() => remove()).toThrow(expect.objectContaining({ code: "settings-malformed" }));
    expect(existsSync(join(home, "program", "hook.cjs"))).toBe(true);
  });

  test("broken but not ours is left alone", () => {
    writeSettings("{ broken");
    expect(planned().files).toEqual([]);
  });

  test("read-only is refused, and everything stays", () => {
    init();
    chmodSync(settings, 0o444);
    expect(() => remove()).toThrow(expect.objectContaining({ code: "settings-unwritable" }));
    expect(existsSync(join(home, "program", "hook.cjs"))).toBe(true);
  });
});

describe("the data folder", () => {
  beforeEach(() => {
    init();
    mkdirSync(join(home, "journal"));
    mkdirSync(join(home, "log"));
    writeFileSync(join(home, "journal", "2025-01-01.jsonl"), "\n");
    for (const name of ["tidemark.db", "tidemark.db-journal", "device", "project.json"])
      writeFileSync(join(home, name), "");
  });

  test("keeps the memory", () => {
    remove();
    const kept = ["device", "journal", "project.json", "tidemark.db", "tidemark.db-journal"];
    expect(readdirSync(home).sort()).toEqual(kept);
    expect(planned()).toMatchObject({ files: [], folders: [] });
  });

  test("what a person chose goes with --purge, and what they installed stays and is named", () => {
    writeFileSync(join(home, "config.json"), "{}");
    for (const name of ["model", "node_modules"]) mkdirSync(join(home, name));
    expect(planned().kept).toContain(join(home, "config.json"));
    const shown = planned({ purge: true });
    expect([...shown.kept].sort()).toEqual([join(home, "model"), join(home, "node_modules")]);
    applyRemove(shown);
    expect(readdirSync(home).sort()).toEqual(["model", "node_modules"]);
  });

  test("goes as a whole with --purge", () => {
    remove({ purge: true });
    expect(existsSync(home)).toBe(false);
  });

  test("keeps what is not ours even then", () => {
    writeFileSync(join(home, "thesis.tex"), "");
    const shown = planned({ purge: true });
    expect(shown.kept).toEqual([join(home, "thesis.tex")]);
    applyRemove(shown);
    expect(readdirSync(home)).toEqual(["thesis.tex"]);
  });

  test("a plan changes nothing", () => {
    const before = readdirSync(home);
    planned({ purge: true });
    expect(readdirSync(home)).toEqual(before);
    expect(existsSync(settings)).toBe(true);
  });
});

describe("projects", () => {
  let project: string;
  let local: string;
  beforeEach(() => {
    project = join(root, "project");
    local = join(project, ".claude", "settings.local.json");
    mkdirSync(project);
    init({ project: true, cwd: project });
    init();
  });

  test("--project takes the hooks out of this one alone", () => {
    remove({ project: true, cwd: project });
    expect(existsSync(join(project, ".claude"))).toBe(false);
    expect(existsSync(settings)).toBe(true);
    expect(existsSync(join(home, "program", "hook.cjs"))).toBe(true);
  });

  test("without it, out of all that were set up, wherever one stands", () => {
    remove();
    expect([existsSync(local), existsSync(settings), existsSync(home)]).toEqual([false, false, false]);
  });

  test("one deleted meanwhile is no obstacle", () => {
    rmSync(project, { recursive: true });
    remove();
    expect([existsSync(settings), existsSync(home)]).toEqual([false, false]);
  });
});
