import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { opencodeSetup } from "../../../src/agent/opencode/setup.js";
import { piSetup } from "../../../src/agent/pi/setup.js";
import type { AgentSetup } from "../../../src/agent/setup.js";
import { TidemarkError } from "../../../src/error.js";

const SCOPE = { is: "user", home: "/home/ada" } as const;
const CASES = [
  {
    name: "opencode",
    setup: opencodeSetup,
    call: "console.log(JSON.stringify(await module.Tidemark({ directory: '/h' })))",
  },
  {
    name: "pi",
    setup: piSetup,
    call: "console.log(JSON.stringify((await module.default({ pi: 1 })) ?? {}))",
  },
];

describe.each(CASES)("the file that $name loads", ({ setup, call }) => {
  const file = fileOf(setup);

  test("is refused where somebody else has one of that name, and left alone", () => {
    const mine = "export default () => {};\n";
    expect(() => file.add(mine, wiringIn("/data"))).toThrow(TidemarkError);
    expect(file.remove(mine)).toBe(mine);
    expect(file.holds(mine)).toBe(false);
  });

  test("names no hooks where it was changed beyond reading, and says so", () => {
    const broken = file.add(undefined, wiringIn("/data")).replace(/"hook": .*/, '"hook": 3,');
    expect(file.holds(broken)).toBe(true);
    expect(file.hooks(broken)).toEqual([]);
    expect(setup.advice([{ path: file.path, text: broken }], {})).toMatchObject([{ ok: false }]);
  });

  test("hands its connection to the program, and does without it where that is gone", () => {
    const root = mkdtempSync(join(tmpdir(), "tidemark entry-"));
    const folder = join(root, "it's data", "program");
    const text = file.add(undefined, wiringIn(folder));
    const entry = join(root, "entry.mjs");
    writeFileSync(entry, text);
    const run = () => {
      const code = `const module = await import(${JSON.stringify(pathToFileURL(entry).href)}); ${call}`;
      return spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
    };
    expect(run()).toMatchObject({ status: 0, stdout: "{}\n", stderr: "" });
    expect(setup.advice([{ path: entry, text }], {})).toMatchObject([
      { ok: false, hint: "Run: tidemark init" },
    ]);

    mkdirSync(folder, { recursive: true });
    const shim =
      "export const connect = (given, connection) => (console.log(JSON.stringify([given, connection])), {});\n";
    writeFileSync(join(folder, `${setup.name}.mjs`), shim);
    const [line = "", ...rest] = run().stdout.split("\n");
    expect(rest).toEqual(["{}", ""]);
    expect(JSON.parse(line)[1]).toEqual({ agent: setup.name, ...wiringIn(folder) });
    expect(setup.advice([{ path: entry, text }], {})).toEqual([]);
  });
});

function fileOf(setup: AgentSetup) {
  const file = setup.files(SCOPE, {}).find(({ part }) => part === "hooks");
  if (!file) throw new Error("no file");
  return file;
}

function wiringIn(folder: string) {
  return { hook: `'node' '${folder}/hook.cjs' x`, node: "/usr/bin/node", folder };
}
