import { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createProgram, orderArguments } from "../../src/cli/cli.js";

const SCREEN = { lines: 40, columns: 100 } as const;

/** Each former way to say something, and how it is said now. */
const OLD_WORDS: readonly (readonly [old: string, now: string])[] = [
  ["sessions --all --status crashed --json", "session list --all --status crashed --json"],
  [
    "sessions --tag release --branch main --agent pi --since 7d --limit 5",
    "session list --tag release --branch main --agent pi --since 7d --limit 5",
  ],
  [
    "session 3f2a --tools --files --decisions --errors --checkpoints --json",
    "session 3f2a --tools --files --decisions --errors --checkpoints --json",
  ],
  ["state 3f2a --json", "session state 3f2a --json"],
  ["state --session 3f2a", "session state --session 3f2a"],
  ["history --all --json", "session history --all --json"],
  [
    "history --session 3f --type tool --tool Bash --path a.ts --since 1d --until today --limit 3",
    "session history --session 3f --type tool --tool Bash --path a.ts --since 1d --until today --limit 3",
  ],
  [
    "export 3f2a --format markdown --output a.md --gzip",
    "session export 3f2a --format markdown --output a.md --gzip",
  ],
  [
    "export --layout ai-folder --to x --session 3f --all --dry-run --json -y",
    "session export --layout ai-folder --to x --session 3f --all --dry-run --json -y",
  ],
  ["tag 3f2a urgent release --remove --json", "session tag 3f2a urgent release --remove --json"],
  ["dismiss 3f2a --json", "session dismiss 3f2a --json"],
  ["threads --limit 5 --json", "thread list --limit 5 --json"],
  ["thread t3f --why --json", "thread t3f --why --json"],
  ["thread --json rename t3f A better title", "thread rename t3f A better title --json"],
  ["thread --at u4 split t3f", "thread split t3f --at u4"],
  [
    "ledger --session 3f --since 7d --limit 5 --json",
    "insights ledger --session 3f --since 7d --limit 5 --json",
  ],
  [
    "merge idea rewrite --take theirs --undo --dry-run -y --json",
    "branch merge idea rewrite --take theirs --undo --dry-run -y --json",
  ],
  ["branch idea --from 3f2a@4", "branch idea --from 3f2a@4"],
  ["branch --delete idea -y --json", "branch --delete idea -y --json"],
  ["branch idea --add 3f", "branch idea --add 3f"],
  [
    "decisions --session 3f --branch idea --thread t9 --all --json",
    "memory decisions --session 3f --branch idea --thread t9 --all --json",
  ],
  ["items --all --kind next --json", "memory items --all --kind next --json"],
  ["items k3f9 --why", "memory items k3f9 --why"],
  ["rate 0mi1 up --json", "memory rate 0mi1 up --json"],
  ["memory --kind fix --all --limit 3 --json", "memory list --kind fix --all --limit 3 --json"],
  ["memory --json show 0mi1", "memory show 0mi1 --json"],
  ["memory --kind decision add five times --by agent", "memory add five times --kind decision --by agent"],
  ["profile --json set-preference verbosity concise", "profile set-preference verbosity concise --json"],
  ["profile --json", "profile view --json"],
  ["verify --json", "database verify --json"],
  ["rebuild --force --json", "database rebuild --force --json"],
  ["embed --status --use table --json", "database embed --status --use table --json"],
  ["checkpoint --label x --json", "checkpoint create --label x --json"],
  ["checkpoint --list --all --json", "checkpoint list --all --json"],
  ["checkpoint --limit 5 --list --session 3f", "checkpoint list --limit 5 --session 3f"],
  ["checkpoint --json list", "checkpoint list --json"],
  ["checkpoint --restore c41 src/a --yes", "checkpoint restore c41 src/a --yes"],
  ["checkpoint --restore=c41 --state", "checkpoint restore c41 --state"],
  ["checkpoint --stat diff c41 src/a", "checkpoint diff c41 src/a --stat"],
];

/** Words of their own that do what an option does now. */
const WORDS_FOR_OPTIONS = ["pins --all --json", "unpin 0mi1 --json"];

interface Call {
  readonly action: unknown;
  readonly given: readonly unknown[];
}

let calls: Call[] = [];
let program: Command;
beforeAll(() => {
  const { action } = Command.prototype;
  vi.spyOn(Command.prototype, "action").mockImplementation(function (this: Command, run) {
    return action.call(this, (...given: unknown[]) => {
      calls.push({ action: run, given: given.slice(0, -1) });
    });
  });
  program = createProgram("0");
});
afterAll(() => {
  vi.restoreAllMocks();
});

function parse(line: string): Call | undefined {
  calls = [];
  program.parse(orderArguments(program, line.split(" ")), { from: "user" });
  return calls[0];
}

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 80 });
  command.outputHelp();
  return text;
}

function allOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allOf)];
}

describe("old words", () => {
  test.each(OLD_WORDS)("%s is %s", (old, now) => {
    const call = parse(old);
    expect(call).toBeDefined();
    expect(parse(now)).toEqual(call);
  });

  test.each(WORDS_FOR_OPTIONS)("%s still parses", (old) => {
    expect(parse(old)?.given.at(-1)).toMatchObject({ json: true });
  });
});

describe("help", () => {
  const listed = (text: string) => text.match(/^ {2}[a-z]+ {2,}\S/gm) ?? [];

  test("of the program lists at most 24 commands in five groups", () => {
    const text = helpOf(createProgram("0"));
    expect(listed(text).length).toBeGreaterThan(15);
    expect(listed(text).length).toBeLessThanOrEqual(24);
    for (const group of ["Connect", "Look", "Go back", "Remember", "Upkeep"])
      expect(text).toMatch(new RegExp(`^${group}\\n {2}[a-z]`, "m"));
    expect(text).not.toContain("Old words");
  });

  test.each(allOf(createProgram("0")).map((command) => [pathOf(command), command] as const))(
    "of %s fits a screen and has examples",
    (_, command) => {
      const lines = helpOf(command).trimEnd().split("\n");
      expect(lines.length).toBeLessThanOrEqual(SCREEN.lines);
      expect(lines.filter((line) => line.length > SCREEN.columns)).toEqual([]);
      expect(lines.join("\n")).toMatch(/Examples:\n {2}\$ .*tidemark /);
    },
  );

  test.each([
    ["help", "--help"],
    ["help session", "session --help"],
    ["help session list", "session list --help"],
    ["help history", "history --help"],
    ["help frobnicate", "frobnicate"],
  ])("%s is %s", (typed, meant) => {
    expect(orderArguments(createProgram("0"), typed.split(" "))).toEqual(meant.split(" "));
  });
});

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
