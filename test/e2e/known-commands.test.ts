import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { FakeAgent } from "./fake-agent.js";
import { STORY, tellStory } from "./session-story.js";
import { Stage } from "./stage.js";

const LIVE = "cccc3333-0000-4000-8000-000000000003";
const CALM = "bbbb2222-0000-4000-8000-000000000002";

interface Known {
  /** What people typed in another session tool. */
  readonly old: string;
  /** What they type here. */
  readonly ours: readonly string[];
  readonly sees: readonly (string | RegExp)[];
  readonly not?: string;
  /** The session that an agent is started for. */
  readonly starts?: string;
  /** What the file says that was changed since the checkpoint. */
  readonly file?: string;
}

const KEPT = "export function retry() {}\n";
const LOST = "export function lost() {}\n";

// In this order: the checkpoint that is made here is the one that others go back to.
const KNOWN: readonly Known[] = [
  { old: "/checkpoint", ours: ["checkpoint"], sees: [/^c\d+: .*with the state of session aaaa1111/] },
  {
    old: "/checkpoint --list",
    ours: ["checkpoint", "--list"],
    sees: [/^<checkpoint> .*by hand +session aaaa1111/m, /before: npm run migrate/],
  },
  {
    old: "/sessions",
    ours: ["sessions"],
    sees: [/^cccc3333 +active/m, /^bbbb2222 +idle/m, /^aaaa1111 +crashed/m, "Describe the galleries"],
  },
  {
    old: "/sessions --status active",
    ours: ["sessions", "--status", "active"],
    sees: [/^cccc3333 +active/m],
    not: "aaaa1111",
  },
  {
    old: "/session ID",
    ours: ["session", "aaaa"],
    sees: [STORY, "Add a retry with jitter", "changed  src/retry.ts"],
    not: "Tool calls",
  },
  {
    old: "/session ID --tools",
    ours: ["session", "aaaa", "--tools"],
    sees: ["Tool calls (7)", "✗ Bash npm test -- retry", "… Bash npm run migrate  not finished"],
  },
  {
    old: "/session-state",
    ours: ["state"],
    sees: [`session   ${STORY}`, "running   Bash npm run migrate", /^return to .*<checkpoint>/m],
  },
  {
    old: "/session-history",
    ours: ["history"],
    sees: [/aaaa1111 tool\.finished .*npm test -- retry/, /aaaa1111 checkpoint\.created .*"hand"/],
  },
  {
    old: "/session-export",
    ours: ["export", "aaaa"],
    sees: ['"format":"tidemark-session"', `"session":"${STORY}"`, '"type":"prompt.submitted"'],
  },
  {
    old: "/resume",
    ours: ["resume", "--yes"],
    sees: [STORY, "crashed", "the agent speaks"],
    starts: STORY,
  },
  {
    old: "/checkpoint --restore ID",
    ours: ["checkpoint", "--restore", "<checkpoint>", "--yes"],
    sees: [/^-export function lost/m, "Restored <checkpoint>: 1 file written", "Undo: tidemark checkpoint"],
    file: KEPT,
  },
  {
    old: "/resume --session ID",
    ours: ["resume", "--session", "bbbb", "--yes"],
    sees: [CALM, "Describe the galleries", "the agent speaks"],
    starts: CALM,
  },
  {
    old: "/resume --checkpoint ID",
    ours: ["resume", "--checkpoint", "<checkpoint>", "--yes"],
    sees: [STORY, "Restored <checkpoint>", "the agent speaks"],
    starts: STORY,
    file: KEPT,
  },
];

let stage: Stage;
let agent: FakeAgent;
let checkpoint = "";
beforeAll(() => {
  stage = new Stage("feat/retry", true);
  agent = new FakeAgent(stage);
  // Of an agent that runs: this very process stands for it.
  const alive = { CLAUDE_PID: String(process.pid) };
  stage.hook("SessionStart", LIVE, { source: "startup" }, alive);
  stage.hook("UserPromptSubmit", LIVE, { prompt: "Look at the thumbnails" }, alive);
  stage.hook("Stop", LIVE, { last_assistant_message: "They are fine." }, alive);
  stage.hook("SessionStart", CALM, { source: "startup" });
  stage.hook("UserPromptSubmit", CALM, { prompt: "Describe the galleries" });
  stage.hook("Stop", CALM, { last_assistant_message: "They are described." });
  tellStory(stage);
});

test.each(KNOWN)("$old", ({ ours, sees, not, starts, file }) => {
  const changed = join(stage.project, "src/retry.ts");
  if (file !== undefined) writeFileSync(changed, LOST);
  const args = ours.map((word) => word.replace("<checkpoint>", checkpoint));
  const { status, stdout, stderr } = stage.cli(args, agent.env);
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining("Error") });
  checkpoint ||= /^c\d+/.exec(stdout)?.[0] ?? "";
  for (const text of sees) {
    const source = (typeof text === "string" ? text : text.source).replace("<checkpoint>", checkpoint);
    expect(stdout).toEqual(
      typeof text === "string"
        ? expect.stringContaining(source)
        : expect.stringMatching(new RegExp(source, text.flags)),
    );
  }
  if (not !== undefined) expect(stdout).not.toContain(not);
  if (starts !== undefined) expect(agent.started()).toMatchObject({ resume: starts, cwd: stage.project });
  if (file !== undefined) expect(readFileSync(changed, "utf8")).toBe(file);
});
