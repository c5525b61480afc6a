import { describe, expect, test } from "vitest";
import { LibraryStage } from "./library-stage.js";
import { openClient } from "./mcp-client.js";

const STEP = "write the runbook for the job queue";
const WORK = `
  const session = tidemark.sessions.create();
  session.add({ role: "user", content: "Let's use Valkey for the job queue because the licence is free. Never push to the release branch." });
  session.add({ role: "assistant", content: "The jobs go through Valkey. We are blocked by the missing quota of the bucket.\\n\\nNext steps:\\n- ${STEP}" });
  return session.id;
`;

/** What every surface says of a project, by its name. */
async function surfaces(stage: LibraryStage, session: string): Promise<Record<string, string>> {
  const { call, read, close } = await openClient(stage, "auto");
  const state = await call("session", { what: "state" });
  const decided = await read("tidemark://decisions");
  await close();
  const { context, working } = stage.library(
    `const session = tidemark.sessions.open("${session}"); return { context: session.context().system, working: session.workingSet() };`,
  );
  const all = {
    told: stage.told("SessionStart", `s${Math.random()}`, { source: "startup" }),
    codes: stage.cli(["inject", "--style", "codes"]).stdout.replaceAll("-", " "),
    status: stage.cli(["status"]).stdout,
    decisions: stage.cli(["decisions", "--all"]).stdout,
    memory: stage.cli(["memory"]).stdout,
    mcpState: state.text,
    mcpDecisions: decided,
    context,
    working: JSON.stringify({ ...working, messages: [] }),
  };
  return Object.fromEntries(Object.entries(all).map(([name, text]) => [name, unquoted(text)]));
}

/** Without titles, the last request and the last answer, which stay as they were said. */
function unquoted(text: string): string {
  return text.replaceAll(/^(?:request|answer|intent|ask:|Thread:).*$|^.* thread t\w+$/gm, "");
}

/** The surfaces that have a text. */
function holding(all: Record<string, string>, text: string): string[] {
  return Object.keys(all).filter((name) => all[name]?.includes(text));
}

const OF_DECISIONS = [
  "told",
  "codes",
  "decisions",
  "memory",
  "mcpState",
  "mcpDecisions",
  "context",
  "working",
];
const OF_STEPS = ["told", "codes", "status", "mcpState", "context", "working"];
const OF_BLOCKERS = ["told", "codes", "status", "mcpState", "context"];
const OF_RULES = ["told", "codes", "memory", "context", "working"];

interface Case {
  readonly kind: string;
  readonly text: string;
  readonly shown: readonly string[];
}

const CASES: readonly Case[] = [
  { kind: "decision", text: "Valkey for the job queue", shown: OF_DECISIONS },
  { kind: "next", text: STEP, shown: OF_STEPS },
  { kind: "blocker", text: "the missing quota of the bucket", shown: OF_BLOCKERS },
  { kind: "rule", text: "Never push to the release branch", shown: OF_RULES },
];

describe("what is corrected in one place is so everywhere", () => {
  test.each(CASES)("$kind", async ({ kind, text, shown }) => {
    const stage = new LibraryStage();
    const session = stage.library(WORK);
    expect(holding(await surfaces(stage, session), text).sort()).toEqual([...shown].sort());
    const [{ id }] = stage.json(["items", "--kind", kind]);

    stage.cli(["items", "edit", id, "keep", "the", "orchard", "tidy"]);
    const edited = await surfaces(stage, session);
    expect(holding(edited, text)).toEqual([]);
    expect(holding(edited, "the orchard tidy")).toEqual(expect.arrayContaining([...shown]));

    stage.cli(["items", kind === "next" ? "done" : "drop", id]);
    const over = await surfaces(stage, session);
    expect(holding(over, text)).toEqual([]);
    expect(holding(over, "orchard")).toEqual([]);

    stage.cli(["items", "reopen", id]);
    expect(holding(await surfaces(stage, session), "the orchard tidy")).toEqual(
      expect.arrayContaining([...shown]),
    );
  });
});
