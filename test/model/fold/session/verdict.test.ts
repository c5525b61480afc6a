import { describe, expect, test } from "vitest";
import { failed, heard, notesOf, prompt, saidOf } from "./heard.js";

const REFUSED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";
const STOP = " STOP what you are doing and wait for the user to tell you how to proceed.";
const SAID = " To tell you how to proceed, the user said:\n";
const NOTE =
  "\n\nNote: The user's next message may contain a correction or preference. Pay close attention to it.";

describe("an answer to the agent's question", () => {
  const questions = [
    {
      question: "Which cache should the cart use?",
      header: "Cache",
      options: [
        { label: "Redis (Recommended)", description: "One more service" },
        { label: "Memcached", description: "Simpler" },
        { label: "In memory", description: "Lost at a restart" },
      ],
      multiSelect: false,
    },
  ];
  const asked = (response: unknown, input: object = { questions }) => ({
    hook_event_name: "PostToolUse",
    tool_name: "AskUserQuestion",
    tool_input: input,
    tool_response: response,
  });
  const text = (choice: string) =>
    `User has answered your questions: "Which cache should the cart use?"="${choice}". You can now continue with the user's answers in mind.`;

  test.each([
    ["as text", text("Redis (Recommended)")],
    ["as a record", { questions, answers: { "Which cache should the cart use?": "Redis (Recommended)" } }],
  ])("is a decision of the person, %s", (_, response) => {
    const told = heard(prompt("Speed up the cart"), asked(response));
    expect(notesOf(told)).toEqual([
      {
        is: "answer",
        question: "Which cache should the cart use?",
        choice: "Redis",
        others: ["Memcached", "In memory"],
      },
    ]);
    expect(told.state.found.decisions).toMatchObject([
      {
        choice: "Redis (question: Which cache should the cart use?)",
        rejected: ["Memcached", "In memory"],
        by: "user",
      },
    ]);
    expect(told.memories).toContainEqual(
      expect.objectContaining({
        kind: "decision",
        by: "user",
        text: "Redis, not Memcached, In memory (question: Which cache should the cart use?)",
      }),
    );
  });

  test("replaces the earlier answer to the same question", () => {
    const told = heard(
      prompt("Speed up the cart"),
      asked(text("Redis (Recommended)")),
      asked(text("Memcached")),
    );
    expect(told.state.found.decisions.map(({ choice }) => choice)).toEqual([
      "Memcached (question: Which cache should the cart use?)",
    ]);
  });

  test("rejects nothing where several could be chosen", () => {
    const question = {
      question: "Which pages get the banner?",
      options: [{ label: "Home" }, { label: "Cart" }, { label: "Search, old" }],
      multiSelect: true,
    };
    const answer =
      'User has answered your questions: "Which pages get the banner?"="Home, Search, old". You can now continue.';
    const told = heard(prompt("Add the banner"), asked(answer, { questions: [question] }));
    expect(notesOf(told)).toMatchObject([{ choice: "Home, Search, old", others: ["Cart"] }]);
    expect(told.state.found.decisions).toMatchObject([{ rejected: [] }]);
  });

  test.each([
    ["What would you like to do next?", "Stop"],
    ["Should I commit this now?", "Yes"],
    ["Where did the timeout show first?", "In the shop"],
    ["Which error do you see?", "A blank page"],
    ["Which cache should the cart use?", "You decide"],
  ])("%s %s: is no decision", (question, choice) => {
    const input = { questions: [{ question, options: [{ label: choice }, { label: "Something" }] }] };
    const told = heard(prompt("Speed up the cart"), asked({ answers: { [question]: choice } }, input));
    expect(notesOf(told)).toMatchObject([{ is: "answer", question, choice }]);
    expect(told.state.found.decisions).toEqual([]);
  });

  test.each([
    ["Should we drop Node 18?", "Yes"],
    ["Where should the warning appear?", "In the cart"],
    ["Which version for this release?", "2.0.0"],
  ])("%s %s: is a decision", (question, choice) => {
    const input = { questions: [{ question, options: [{ label: choice }, { label: "Something" }] }] };
    const told = heard(prompt("Speed up the cart"), asked({ answers: { [question]: choice } }, input));
    expect(told.state.found.decisions).toMatchObject([{ choice: `${choice} (question: ${question})` }]);
  });

  test("in own words is read like a prompt", () => {
    const words =
      "Let's keep the current one for now because the release is on Friday and nobody can look after it. Never add a service without asking me first.";
    const told = heard(prompt("Speed up the cart"), asked(text(words)));
    expect(notesOf(told)).toMatchObject([{ is: "answer", choice: words }]);
    expect(told.memories.map(({ kind }) => kind)).toContain("convention");
    expect(told.state.work.request).toBe("Speed up the cart");
  });

  test("that was not given is none", () => {
    const told = heard(
      prompt("Speed up the cart"),
      failed(
        "AskUserQuestion",
        { questions },
        `${REFUSED}${SAID}The user wants to clarify these questions.\n    This means they may have additional information.\n\n    Questions asked:\n- "Which cache should the cart use?"\n  (No answer provided)`,
      ),
    );
    expect(notesOf(told)).toEqual([
      {
        is: "refusal",
        tool: "AskUserQuestion",
        target: "Which cache should the cart use?",
        words: "",
      },
    ]);
    expect(told.state.found.decisions).toEqual([]);
  });
});

describe("a refused call", () => {
  test("is no failure and no failing command", () => {
    const told = heard(prompt("Fix the cart"), failed("Bash", { command: "npm test" }, REFUSED + STOP));
    expect(notesOf(told)).toEqual([{ is: "refusal", tool: "Bash", target: "npm test", words: "" }]);
    expect(told.state).toMatchObject({ failures: 0, blockers: [], commands: [], turn: { failures: 0 } });
    expect(told.memories.filter(({ kind }) => kind === "blocker")).toEqual([]);
  });

  test("carries the person's words, which are read like a prompt", () => {
    const words = "never run the integration tests, they are too slow";
    const told = heard(
      prompt("Fix the cart"),
      failed("Bash", { command: "npm run test:integration" }, `${REFUSED}${SAID}${words}${NOTE}`),
    );
    expect(notesOf(told)).toMatchObject([{ is: "refusal", words }]);
    expect(told.memories).toContainEqual(
      expect.objectContaining({
        kind: "convention",
        by: "user",
        text: expect.stringContaining("integration tests"),
      }),
    );
    expect(told.state.work.request).toBe("Fix the cart");
  });

  test.each([
    ["OpenCode", "The user rejected permission to use this specific tool call.", ""],
    [
      "OpenCode with words",
      "The user rejected permission to use this specific tool call with the following feedback: use the staging database",
      "use the staging database",
    ],
    ["Codex", "exec command rejected by user", ""],
    ["Copilot CLI", "The user rejected this tool call. User feedback: not on main", "not on main"],
    ["Gemini CLI", "[Operation Cancelled] Reason: User denied execution.", ""],
  ])("is known from the words of %s", (_, error, words) => {
    const told = heard(prompt("Fix the cart"), failed("Bash", { command: "npm test" }, error));
    expect(notesOf(told)).toMatchObject([{ is: "refusal", words }]);
    expect(told.state.blockers).toEqual([]);
  });

  test.each([
    "Permission for this action was denied by the Claude Code auto mode classifier. Reason: it pushes to main.",
    "PreToolUse:Bash hook error: not allowed here",
    "<tool_use_error>Sibling tool call errored</tool_use_error>",
  ])("by a program is neither a failure nor the person's: %s", (error) => {
    const told = heard(prompt("Fix the cart"), failed("Bash", { command: "npm test" }, error));
    expect(notesOf(told)).toEqual([]);
    expect(told.state).toMatchObject({ failures: 0, blockers: [] });
  });

  test("is not seen in the output of a command", () => {
    const output = "Exit code 1\nError: The user rejected permission to read the file";
    const told = heard(prompt("Fix the cart"), failed("Bash", { command: "npm test" }, output));
    expect(notesOf(told)).not.toContainEqual(expect.objectContaining({ is: "refusal" }));
    expect(told.state.blockers).toHaveLength(1);
  });

  test("after its start is no failure either", () => {
    const output = "Exit code 137\n[Request interrupted by user for tool use]";
    const told = heard(prompt("Fix the cart"), failed("Bash", { command: "npm test" }, output));
    expect(told.state.blockers).toEqual([]);
  });
});

describe("a plan", () => {
  const plan =
    "# Plan: Cache the cart\n\n## Context\n\nThe cart is slow.\n\n1. It asks the database each time\n\n## Changes\n\n### 1. Add the client\n\nUse `redis`.\n\n### 2. Read through it\n\n- in `cart.ts`\n\n## Verification\n\n1. Run the tests\n";

  test("that was accepted", () => {
    const told = heard(prompt("Plan the cache"), {
      hook_event_name: "PostToolUse",
      tool_name: "ExitPlanMode",
      tool_input: { plan },
      tool_response: { plan, isAgent: false },
    });
    expect(notesOf(told)).toEqual([
      {
        is: "plan",
        verdict: "accepted",
        title: "Cache the cart",
        steps: ["Add the client", "Read through it"],
        words: "",
      },
    ]);
  });

  test("that was rejected with words", () => {
    const told = heard(
      prompt("Plan the cache"),
      failed("ExitPlanMode", { plan }, `${REFUSED}${SAID}use memcached instead of redis${NOTE}`),
    );
    expect(notesOf(told)).toMatchObject([
      { is: "plan", verdict: "rejected", title: "Cache the cart", words: "use memcached instead of redis" },
    ]);
    expect(told.state.found.decisions).toMatchObject([
      { choice: "memcached", rejected: ["redis"], by: "user" },
    ]);
    expect(told.state.failures).toBe(0);
  });

  // "Yes, and clear the context" ends the call in the same way.
  test("that was refused without words is not called rejected", () => {
    const told = heard(prompt("Plan the cache"), failed("ExitPlanMode", { plan }, REFUSED + STOP));
    expect(notesOf(told)).toMatchObject([{ is: "refusal", tool: "ExitPlanMode", words: "" }]);
  });

  test("that the person gave is one plan, not many statements", () => {
    const given = `${plan}\n## Decisions\n\n- We decided to use Redis instead of Memcached\n- Let's use TTLs of five minutes\n\nNever touch \`legacy.ts\`. Always run the linter.\n\nNext steps:\n- document it\n\n\nIf you need specific details from before exiting plan mode (like exact code snippets), read the full transcript at: /home/kim/t.jsonl`;
    const told = heard(prompt(`Implement the following plan:\n\n${given}`));
    expect(notesOf(told)).toEqual([
      {
        is: "plan",
        verdict: "given",
        title: "Cache the cart",
        steps: ["Add the client", "Read through it"],
        words: "",
      },
    ]);
    expect(saidOf(told).filter(({ isPasted }) => !isPasted)).toEqual([]);
    expect(told.state.found).toMatchObject({ decisions: [], next: [], blocked: [], done: [] });
    expect(told.memories.map(({ kind }) => kind)).toEqual(["prompt"]);
    expect(told.state.work.request).toBe("Implement the plan: Cache the cart");
    expect(told.state.turn.request).toBe("Implement the plan: Cache the cart");
  });

  test("leaves the person's words before it", () => {
    const told = heard(
      prompt(`Let's use pnpm instead of npm from here.\nImplement the following plan:\n\n${plan}`),
    );
    expect(told.state.found.decisions).toMatchObject([{ choice: "pnpm" }]);
  });
});
