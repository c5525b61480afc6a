import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import type { AgentSetup, Scope, SetupFile, Wiring } from "../../src/agent/setup.js";
import { TidemarkError } from "../../src/error.js";
import { namesShim } from "../../src/host/shim.js";
import { hookCommand } from "../../src/setup/wiring.js";
import { JSON_FILES, TOML_FILES } from "./user-files.js";

const ENV = { HOME: "/home/ada", PATH: "" };
const SCOPES: readonly Scope[] = [
  { is: "user", home: "/home/ada" },
  { is: "project", root: "/home/ada/photo-box" },
];

/** How an agent's files are written, and freed of us again. */
export function settingConforms(setup: AgentSetup): void {
  for (const scope of SCOPES) {
    const files = setup.files(scope, ENV);
    if (files.length > 0) describe(`in the settings of a ${scope.is}`, () => setting(setup, scope, files));
  }
}

function wiringOf(agent: string, home: string): Wiring {
  const env = { HOME: "/home/ada", PATH: "", TIDEMARK_HOME: home };
  return { hook: hookCommand(env, agent, "linux"), node: "/usr/bin/node", folder: `${home}/program` };
}

function setting(setup: AgentSetup, scope: Scope, files: readonly SetupFile[]): void {
  const wiring = wiringOf(setup.name, "/home/ada/.local/share/tidemark");
  const other = wiringOf(setup.name, "/mnt/b c/tidemark");

  test("files stand where they belong", () => {
    const root = scope.is === "user" ? scope.home : scope.root;
    for (const { path } of files) expect(path.startsWith(`${root}/`), path).toBe(true);
  });

  test("all hooks stand in them, by the agent's own name, and nothing is in the way", () => {
    const added = files
      .filter(({ part }) => part === "hooks")
      .map((file) => ({ file, text: file.add(undefined, wiring) }));
    const hooks = added.flatMap(({ file, text }) => file.hooks(text));
    expect(hooks.map(({ event }) => event).sort()).toEqual(Object.keys(setup.limits).sort());
    for (const { command } of hooks) expect(command).toMatch(new RegExp(`[ "']${setup.name}["']?$`));
    // Reads the person's own files, which are not there.
    const env = { ...ENV, HOME: mkdtempSync(join(tmpdir(), "tidemark-advice-")) };
    const advice = setup.advice(
      added.map(({ file, text }) => ({ path: file.path, text })),
      env,
    );
    for (const { detail } of advice) expect(detail).toBeTypeOf("string");
  });

  const named = files.map((file) => ({ name: `${file.part} ${file.path.split("/").at(-1)}`, file }));
  describe.each(named)("$name", ({ file }) => {
    const fresh = file.add(undefined, wiring);
    const isOurs = file.remove(fresh) === "";

    test("is made where there is none, once, and says so", () => {
      expect(file.holds(fresh)).toBe(true);
      expect(namesShim(fresh)).toBe(true);
      expect(file.add(fresh, wiring)).toBe(fresh);
      const left = file.remove(fresh);
      expect(left === "" || file.holds(left) === false).toBe(true);
      if (file.part !== "hooks") expect(file.hooks(fresh)).toEqual([]);
    });

    test("is renewed in its place", () => {
      const renewed = file.add(fresh, other);
      expect(renewed).toBe(file.add(undefined, other));
      expect(renewed).not.toContain(wiring.folder);
    });

    const reversible = isOurs ? {} : usersFiles(file.path);
    const texts = Object.entries(reversible).map(([what, text]) => ({ what, text }));
    test.each(texts)("keeps $what as it is, and gives its bytes back", ({ text }) => {
      expect(file.holds(text)).toBe(false);
      expect(file.hooks(text)).toEqual([]);
      const added = file.add(text, wiring);
      expect(file.holds(added)).toBe(true);
      expect(file.hooks(added).length).toBe(file.hooks(fresh).length);
      expect(file.add(added, wiring)).toBe(added);
      expect(file.remove(added)).toBe(text);
      expect(file.remove(file.add(added, other))).toBe(text);
      parses(file.path, added);
    });

    if (file.path.endsWith(".json") && !isOurs)
      test("of any JSON object keeps what is in it", () => {
        const indent = fc.constantFrom(undefined, 2, 4, "\t");
        fc.assert(
          fc.property(fc.dictionary(fc.string(), fc.jsonValue()), indent, (value, space) => {
            const text = JSON.stringify(value, null, space);
            const added = attempt(() => file.add(text, wiring));
            if (added === undefined) return; // Something there has a form that it may not have.
            expect(JSON.parse(added)).toMatchObject(JSON.parse(text));
            expect(file.remove(added)).toBe(text);
          }),
          { numRuns: 100 },
        );
      });

    if (texts.length > 0)
      test("that is broken is refused, and nothing is made of it", () => {
        for (const broken of ["{ broken", "[[[", '"', "= ="])
          expect(() => file.add(broken, wiring), broken).toThrow(TidemarkError);
      });
  });
}

function usersFiles(path: string): { readonly [what: string]: string } {
  if (path.endsWith(".json")) return JSON_FILES;
  return path.endsWith(".toml") ? TOML_FILES : {};
}

function parses(path: string, text: string): void {
  if (path.endsWith(".toml")) expect(() => parseToml(text.replace(/^\uFEFF/, ""))).not.toThrow();
}

function attempt<T>(edit: () => T): T | undefined {
  try {
    return edit();
  } catch (error) {
    if (error instanceof TidemarkError) return undefined;
    throw error;
  }
}
