import { appendFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { Story } from "./story.js";

const DAY = 24 * 60;
const CODES = { TIDEMARK_STYLE: "codes" };

let story: Story;
beforeEach(() => {
  story = new Story();
});

/** The codes of an injection, without the fence around them. */
function codesIn(told: string): string[] {
  return told.split("\n").filter((line) => !/^<\/?recorded>$/.test(line) && line !== "");
}

/** An estimate on the high side: three characters of code-like text to a token; tokenizers take about three and a half. */
function tokens(text: string): number {
  return Math.ceil(text.length / 3);
}

/** Two files, three functions. */
function implement(told = story): void {
  told.start("a", 0);
  told.ask("a", 0, "Split the supervisor from the proxy");
  told.edit("a", 0, "proxy.go", "func Listen() error {\n}\n");
  told.edit("a", 1, "supervisor.go", "func Process() {\n}\n\nfunc Load() {\n}\n");
  told.stop("a", 1, "The supervisor is a file of its own.");
  told.end("a", 1);
}

/** A long session: so many files, decisions and failing commands. */
function long({ files, decisions, blockers }: Record<"files" | "decisions" | "blockers", number>): string[] {
  story.start("a", 0);
  story.ask("a", 0, "Move every handler to the new router");
  const each = <T>(count: number, of: (n: number) => T) => Array.from({ length: count }, (_, n) => of(n));
  const paths = each(files, (n) => `src/handler/${NAMES[n % NAMES.length]}-${n}.ts`);
  for (const path of paths) story.edit("a", 0, path);
  const chosen = each(decisions, (n) => `handler ${n} answers with ${NAMES[n % NAMES.length]}`);
  for (const choice of chosen) story.cli(["remember", "decision", choice]);
  const commands = each(blockers, (n) => `npm run check:${NAMES[n % NAMES.length]}`);
  for (const command of commands) story.fail("a", 1, command, "Exit code 1\nnot routed");
  story.stop("a", 1, "Some checks fail.");
  story.end("a", 1);
  return [
    ...paths.map((path) => `impl:${path}`),
    ...chosen.map((choice) => `dec:${choice.replaceAll(" ", "-")}`),
    ...commands.map((command) => `block:failing:${command.replaceAll(" ", "-")}`),
  ];
}

const NAMES = ["invoice", "customer", "shipment", "refund", "catalogue", "session", "payment"];

describe("codes of a session", () => {
  test("name its files and functions", () => {
    implement();
    const codes = codesIn(story.start("b", 5, CODES));
    expect(codes[0]).toBe("proj:photo-box");
    expect(codes.slice(1).sort()).toEqual([
      "ask:Split-the-supervisor-from-the-proxy",
      "impl:Listen",
      "impl:Load",
      "impl:Process",
      "impl:proxy.go",
      "impl:supervisor.go",
    ]);
  });

  test("are the same whenever they are loaded, and after the database was lost", () => {
    implement();
    const codes = story.start("b", 5, CODES);
    expect(story.start("c", 3 * DAY, CODES)).toBe(codes);
    rmSync(join(story.stage.home, "tidemark.db"));
    expect(story.start("d", 3 * DAY, CODES)).toBe(codes);
  });

  test("say decisions with their reason, what fails and what is next", () => {
    implement();
    story.start("b", 5);
    story.ask("b", 5, "Let's use a mutex instead of a channel because it is simpler.");
    story.fail("b", 5, "go test -race ./...", "Exit code 1\nWARNING: DATA RACE");
    story.plan("b", 5, [
      ["add a mutex to Process", "in_progress"],
      ["run the race detector again", "pending"],
    ]);
    story.stop("b", 6, "The race is still there.");
    const codes = codesIn(story.start("c", 7, CODES));
    expect(codes).toContainEqual(expect.stringMatching(/^dec:(?:a-)?mutex.*simpler.*-not-(?:a-)?channel$/));
    expect(codes).toContain("block:failing:go-test--race-./...");
    expect(codes.slice(-2)).toEqual(["next:add-a-mutex-to-Process", "next:run-the-race-detector-again"]);
  });

  test("are not hidden by sessions that only asked something, however many", () => {
    implement();
    for (const n of [0, 1, 2, 3]) story.session(`q${n}`, 2 + n, "What does Listen return?", [], "An error.");
    story.start("died", 7);
    story.ask("died", 7, "Why does Load block?");
    expect(codesIn(story.start("b", 9, CODES))).toEqual(
      expect.arrayContaining([
        "ask:Why-does-Load-block?",
        "impl:proxy.go",
        "block:interrupted:Why-does-Load-block?",
      ]),
    );
    expect(story.start("c", 8 * DAY, CODES)).toBe("");
  });

  test("are all there: 20 files, 10 decisions, 5 blockers", () => {
    const expected = long({ files: 20, decisions: 10, blockers: 5 });
    const codes = codesIn(story.start("b", 5, CODES));
    expect(expected).toHaveLength(35);
    expect(codes).toEqual(expect.arrayContaining(expected));
    expect(codes.filter((code) => code.startsWith("more:"))).toEqual([]);
  });

  test("take less than 1,500 tokens", () => {
    const expected = long({ files: 15, decisions: 8, blockers: 3 });
    const told = story.start("b", 5, CODES);
    expect(codesIn(told)).toEqual(expect.arrayContaining(expected));
    expect(tokens(told)).toBeLessThan(1_500);
  });

  test("and less than 2,500 with what memory adds on the first prompt, however much there is", () => {
    for (const n of [0, 1, 2]) {
      const files = NAMES.map((name) => `src/${name}/${name}-${n}.ts`);
      story.session(`s${n}`, n, `Rewrite the ${NAMES[n]} page`, files, `The ${NAMES[n]} page is new.`);
    }
    long({ files: 60, decisions: 12, blockers: 5 });
    const session = story.start("b", 5, CODES);
    const memory = story.ask("b", 5, "Why is the invoice page slow?", CODES);
    expect(tokens(session)).toBeGreaterThan(500);
    expect(tokens(session)).toBeLessThanOrEqual(1_500);
    expect(memory).toContain("invoice");
    expect(tokens(session + memory)).toBeLessThan(2_500);
  });
});

describe("no codes", () => {
  test("are told in a project without a past, and that is no error", () => {
    const { status, stdout, stderr } = story.stage.hook("SessionStart", "a", { source: "startup" }, CODES);
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
  });

  test("are told of a session that is over a week old: it is archived", () => {
    implement();
    expect(story.start("b", 6 * DAY, CODES)).toContain("impl:proxy.go");
    expect(story.start("c", 8 * DAY, CODES)).toBe("");
    const archived = story.json(["sessions", "--status", "archived"], 8 * DAY);
    expect(archived.map(({ session }: { session: string }) => session)).toEqual(["a"]);
  });

  test("are told of another project", () => {
    const hydra = new Story(story, "hydra");
    const cerberus = new Story(story, "cerberus");
    implement(hydra);
    cerberus.session("x", 2, "Learn patterns", ["agent_learning.py"], "Learned.");
    expect(codesIn(hydra.start("b", 5, CODES))).toEqual(
      expect.arrayContaining(["proj:hydra", "impl:proxy.go", "impl:supervisor.go"]),
    );
    expect(hydra.start("c", 5, CODES)).not.toMatch(/cerberus|agent_learning/);
    expect(codesIn(cerberus.start("y", 5, CODES))).toEqual([
      "proj:cerberus",
      "ask:Learn-patterns",
      "impl:agent_learning.py",
    ]);
  });
});

describe("what is damaged", () => {
  test("in the journal is left out, and the rest is told", () => {
    implement();
    const folder = join(story.stage.home, "journal");
    const [day = ""] = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
    appendFileSync(join(folder, day), '\n{"id":"broken","type":"tool.fin\n\u0000\u0001 not json\n');
    const { status, stderr } = story.stage.hook("Stop", "a", {}, CODES);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(codesIn(story.start("b", 5, CODES))).toContain("impl:proxy.go");
    expect(story.json(["status"]).badLines).toBeGreaterThan(0);
  });

  test("all of the journal: nothing is told, and nothing breaks", () => {
    implement();
    const folder = join(story.stage.home, "journal");
    for (const day of readdirSync(folder).filter((name) => name.endsWith(".jsonl")))
      writeFileSync(join(folder, day), '{"session_id": "20260122", "files": [\n');
    for (const file of readdirSync(story.stage.home).filter((name) => name.startsWith("tidemark.db")))
      rmSync(join(story.stage.home, file));
    expect(story.start("b", 5, CODES)).toBe("");
  });

  test("of the database is made anew", () => {
    implement();
    const codes = story.start("b", 5, CODES);
    writeFileSync(join(story.stage.home, "tidemark.db"), "{corrupted");
    expect(story.start("c", 5, CODES)).toBe(codes);
  });
});

test("of three sessions, the two that are over a week old are archived and one remains", () => {
  const work = (session: string, minute: number) =>
    story.session(session, minute, "Fix the gallery", [`${session}.ts`], "Fixed.");
  work("old", 0);
  work("older", DAY);
  work("new", 8 * DAY);
  const later = 9 * DAY;
  const statuses = story.json(["sessions"], later).map(({ session, status }: Listed) => [session, status]);
  expect(Object.fromEntries(statuses)).toEqual({ new: "ended", old: "archived", older: "archived" });
  expect(story.json(["sessions", "--status", "ended"], later)).toHaveLength(1);
  expect(story.cli(["sessions", "--status", "archived"], later)).toContain("archived");
  expect(codesIn(story.start("next", later, CODES))).toEqual([
    "proj:photo-box",
    "ask:Fix-the-gallery",
    "impl:new.ts",
  ]);
});

interface Listed {
  readonly session: string;
  readonly status: string;
}

describe("the style", () => {
  test("is chosen by the profile, and the environment has the last word", () => {
    implement();
    expect(story.start("b", 5)).toMatch(/^Tidemark · /);
    story.cli(["profile", "set-preference", "style", "codes"]);
    expect(story.cli(["profile"])).toMatch(/style +codes/);
    expect(codesIn(story.start("c", 5))).toContain("impl:proxy.go");
    expect(story.start("d", 5, { TIDEMARK_STYLE: "prose" })).toMatch(/^Tidemark · /);
    story.cli(["profile", "set-preference", "style", "auto"]);
    expect(story.start("e", 5)).toMatch(/^Tidemark · /);
    expect(() => story.cli(["profile", "set-preference", "style", "verse"])).toThrow(
      /style takes prose, codes/,
    );
  });

  test("codes carry what is pinned, also long after", () => {
    implement();
    story.cli(["pin", "Always run the race detector"]);
    expect(codesIn(story.start("b", 5, CODES))[1]).toBe("pin:Always-run-the-race-detector");
    expect(codesIn(story.start("c", 30 * DAY, CODES))).toEqual([
      "proj:photo-box",
      "pin:Always-run-the-race-detector",
    ]);
  });
});
