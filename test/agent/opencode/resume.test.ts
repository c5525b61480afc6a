import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { kiloResume, opencodeResume } from "../../../src/agent/opencode/resume.js";
import { opencodeSetup } from "../../../src/agent/opencode/setup.js";

const SESSION = "ses_000000000001Harbour0000000";
const PIECE = 4 << 20;

let home: string;
let project: string;
let env: { HOME: string };
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "tidemark-opencode-"));
  project = join(home, "harbour");
  env = { HOME: home };
  mkdirSync(project);
  mkdirSync(join(home, ".local/share/opencode"), { recursive: true });
});

const record = (name: string, bytes: string | Buffer) =>
  writeFileSync(join(home, ".local/share/opencode", name), bytes);

describe("a session of OpenCode", () => {
  test.each([
    ["in the database", "opencode.db", `junk ${SESSION} junk`],
    ["in what was written last", "opencode.db-wal", SESSION],
    ["across two pieces", "opencode.db", `${"x".repeat(PIECE - 7)}${SESSION}`],
  ])("is found %s", (_, name, content) => {
    record(name, content);
    expect(opencodeResume.folderOf(SESSION, ["/gone", project], env)).toBe(project);
    expect(kiloResume.folderOf(SESSION, [project], env)).toBeUndefined();
  });

  test.each([
    ["nothing is recorded", undefined],
    ["others are", "ses_000000000002Harbour0000000"],
    ["it is cut off", SESSION.slice(0, -1)],
  ])("is not where %s", (_, content) => {
    if (content !== undefined) record("opencode.db", content);
    expect(opencodeResume.folderOf(SESSION, [project], env)).toBeUndefined();
  });

  test.each(["", "--help", "../ses_x", "ses_", "ses_../../../etc", "x".repeat(500)])(
    "is never called %j",
    (name) => {
      record("opencode.db", name);
      expect(opencodeResume.folderOf(name, [project], env)).toBeUndefined();
    },
  );

  test("is gone on with by its name, and told of where our plugin is set up", () => {
    expect(opencodeResume.again(SESSION)).toEqual(["--session", SESSION]);
    expect(opencodeResume.isConnected(project, env)).toBe(false);
    const [file] = opencodeSetup.files({ is: "project", root: project }, env);
    if (!file) throw new Error("no file");
    mkdirSync(dirname(file.path), { recursive: true });
    writeFileSync(file.path, file.add(undefined, { hook: "h", node: "n", folder: "/f" }));
    expect(opencodeResume.isConnected(project, env)).toBe(true);
  });
});
