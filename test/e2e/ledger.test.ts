import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

const HOUR = 3_600_000;
const USED = "src/upload/retry.ts";
const LEFT = "src/gallery.ts";

let stage: Stage;

/** One session on its own day: it is told, works on some files, and ends. */
function session(id: string, day: number, files: readonly string[], command: string): void {
  const env = { TIDEMARK_CLOCK_OFFSET: String(day * 24 * HOUR) };
  stage.hook("SessionStart", id, { source: "startup" }, env);
  stage.hook("UserPromptSubmit", id, { prompt: "go on" }, env);
  for (const file_path of files) {
    const tool_input = { file_path, old_string: "a", new_string: "export function withRetry() {" };
    stage.hook("PostToolUse", id, { tool_name: "Edit", tool_input }, env);
  }
  const tool_response = { stdout: "ok" };
  stage.hook("PostToolUse", id, { tool_name: "Bash", tool_input: { command }, tool_response }, env);
  stage.hook("Stop", id, { last_assistant_message: "Done." }, env);
  stage.hook("SessionEnd", id, { reason: "other" }, env);
}

const THIRD_DAY = { TIDEMARK_CLOCK_OFFSET: String(3 * 24 * HOUR) };

interface Explained {
  readonly id: string;
  readonly chance: number;
  readonly leaning: { readonly ledger: number; readonly rating: number; readonly focus: number };
}

/** How an item stands for the session that would begin now. */
function standing(id: string, home = stage.home): Explained {
  const { stdout } = stage.cli(["inject", "--json"], { ...THIRD_DAY, TIDEMARK_HOME: home });
  const { chosen, missed }: { chosen: Explained[]; missed: Explained[] } = JSON.parse(stdout).choice;
  return [...chosen, ...missed].find((item) => item.id === id)!;
}

/** The same memory, had nobody ever been told anything. */
function untold(): string {
  const twin = join(stage.root, "untold");
  const isLasting = (path: string) => !basename(path).startsWith("tidemark.db");
  cpSync(stage.home, twin, { recursive: true, filter: isLasting });
  const folder = join(twin, "journal");
  for (const name of readdirSync(folder)) {
    const lines = readFileSync(join(folder, name), "utf8").split("\n");
    const kept = lines.filter((line) => !line.includes('"type":"injection.made"'));
    writeFileSync(join(folder, name), kept.join("\n"));
  }
  return twin;
}

beforeAll(() => {
  stage = new Stage("main");
  for (const file of [USED, LEFT]) {
    mkdirSync(join(stage.project, dirname(file)), { recursive: true });
    writeFileSync(join(stage.project, file), "");
  }
  session("aaaa-1111", 0, [USED, LEFT, USED, LEFT, USED], "npm test");
  session("bbbb-2222", 1, [USED, USED, USED, USED, USED], "npm test -- retry");
  session("cccc-3333", 2, [USED, USED, USED, USED, USED], "npm run build");
});

describe("learning from what was used", () => {
  test("what was used when it was said gains, what was not loses", () => {
    const twin = untold();
    for (const [item, sign] of [
      [`file:${USED}`, 1],
      [`file:${LEFT}`, -1],
    ] as const) {
      const before = standing(item, twin);
      const after = standing(item);
      expect(before.leaning.ledger).toBe(0);
      expect(Math.sign(after.leaning.ledger)).toBe(sign);
      expect(Math.sign(after.chance - before.chance)).toBe(sign);
    }
  });

  test("the explanation says so in words, and names near misses", () => {
    const { stdout } = stage.cli(["inject", "--explain"], THIRD_DAY);
    expect(stdout).toMatch(/^Chosen, with the chance that it is needed$/m);
    expect(stdout).toMatch(
      /^ +\d+ % {2}src\/upload\/retry\.ts .*; said before: used [\d.]+×, not used 0× \(\+0\.\d\)$/m,
    );
    expect(stdout).toMatch(/src\/gallery\.ts .*said before: used 0×, not used [\d.]+× \(−0\.\d\)$/m);
    const narrow = stage.cli(["inject", "--explain", "--budget", "180"], THIRD_DAY).stdout;
    expect(narrow).toMatch(/^Nearly$/m);
  });
});

describe("tidemark ledger", () => {
  test("lists injections, the newest first, with what was used of them, and sums up", () => {
    const { stdout } = stage.cli(["ledger"], THIRD_DAY);
    expect(stdout.indexOf("cccc-333")).toBeLessThan(stdout.indexOf("bbbb-222"));
    expect(stdout).toMatch(
      /bbbb-222 +start +\d+ characters +\d of \d used\n +used +.*src\/upload\/retry\.ts/,
    );
    expect(stdout).toMatch(/ {4}not used {2}.*src\/gallery\.ts/);
    expect(stdout).toMatch(
      /^Of \d+ things said in 30 days, \d+ were used \(\d+ %\): files \d+ %, commands \d+ %(?:, names \d+ %)?\.$/m,
    );
  });

  test("for programs has the same, item by item", () => {
    const { totals, entries, since } = JSON.parse(stage.cli(["ledger", "--json"], THIRD_DAY).stdout);
    expect(since).toBeTypeOf("number");
    const second = entries.find((entry: { session: string }) => entry.session === "bbbb-2222");
    expect(second).toMatchObject({ surface: "start", chars: expect.any(Number) });
    expect(second.keys).toContain("choice");
    expect(second.items).toEqual(
      expect.arrayContaining([
        { id: `file:${USED}`, kind: "file", key: USED, used: true },
        { id: `file:${LEFT}`, kind: "file", key: LEFT, used: false },
        { id: "run:npm test", kind: "run", key: "npm test", used: true },
      ]),
    );
    expect(totals.said).toBe(totals.kinds.file.said + totals.kinds.run.said + totals.kinds.name.said);
    expect(totals.injections).toBe(entries.length);
  });

  test("can be narrowed to a session, a time and a number", () => {
    const of = (...args: string[]) => JSON.parse(stage.cli(["ledger", "--json", ...args], THIRD_DAY).stdout);
    const all = of();
    const one = of("--session", "bbbb");
    expect(new Set(one.entries.map((entry: { session: string }) => entry.session))).toEqual(
      new Set(["bbbb-2222"]),
    );
    expect(of("--limit", "1")).toMatchObject({ totals: all.totals, entries: [all.entries[0]] });
    expect(of("--since", "30h").entries.length).toBeLessThan(all.entries.length);
    expect(stage.cli(["ledger", "--limit", "1"], THIRD_DAY).stdout).toMatch(/… and \d+ more: --limit \d+/);
    expect(stage.cli(["ledger", "--session", "bbbb"], THIRD_DAY).stdout).toContain("said in this session");
  });

  test("explains itself, and is clear where there is nothing", () => {
    expect(stage.cli(["ledger", "--help"]).stdout).toMatch(/Examples:\n {2}\$ tidemark ledger/);
    const empty = new Stage();
    expect(empty.cli(["ledger"])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("Nothing was told"),
    });
    expect(JSON.parse(empty.cli(["ledger", "--json"]).stdout)).toMatchObject({
      entries: [],
      totals: { said: 0 },
    });
  });

  test.each([
    [["--limit", "0"], 2, "--limit takes a whole number"],
    [["--since", "soon"], 2, '--since takes a time, and "soon" is none'],
    [["--session", "zzzz"], 1, 'There is no session "zzzz"'],
  ])("%j is a clear error", (args, status, message) => {
    const run = stage.cli(["ledger", ...args]);
    expect(run.status).toBe(status);
    expect(run.stderr).toContain(message);
  });

  test("survives a rebuild", () => {
    const before = stage.cli(["ledger", "--json", "--since", "2020-01-01"], THIRD_DAY).stdout;
    stage.cli(["rebuild"], THIRD_DAY);
    expect(stage.cli(["ledger", "--json", "--since", "2020-01-01"], THIRD_DAY).stdout).toBe(before);
  });
});

describe("a person's word on single items", () => {
  test("a rating moves a file, and is taken back as it says", () => {
    const before = standing(`file:${LEFT}`);
    const rated = stage.cli(["rate", `file:${LEFT}`, "up"], THIRD_DAY);
    expect(rated.stdout).toContain(`Rated up (1 up, 0 down): ${LEFT}`);
    expect(standing(`file:${LEFT}`).leaning.rating).toBe(0.7);
    expect(standing(`file:${LEFT}`).chance).toBeGreaterThan(before.chance);
    const undo = /^Undo: tidemark (rate \S+ \S+)$/m.exec(rated.stdout)?.[1] ?? "";
    stage.cli(undo.split(" "), THIRD_DAY);
    expect(standing(`file:${LEFT}`)).toEqual(before);
  });

  test("a command is rated by the start of it; what nobody knows is not", () => {
    expect(stage.cli(["rate", "run:npm run", "down"], THIRD_DAY).stdout).toContain(
      "Undo: tidemark rate 'run:npm run build' up",
    );
    const unknown = stage.cli(["rate", "file:src/none.ts", "up"], THIRD_DAY);
    expect(unknown.status).toBe(1);
    expect(unknown.stderr).toContain('There is no memory "file:src/none.ts"');
    expect(unknown.stderr).toContain("tidemark ledger");
  });

  test("a focus prefers what is named like it", () => {
    const before = standing(`file:${LEFT}`);
    stage.cli(["focus", "gallery"], THIRD_DAY);
    expect(standing(`file:${LEFT}`).leaning.focus).toBe(0.5);
    expect(standing(`file:${LEFT}`).chance).toBeGreaterThan(before.chance);
    stage.cli(["focus", "--clear"], THIRD_DAY);
  });
});
