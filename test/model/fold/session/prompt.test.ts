import { describe, expect, test } from "vitest";
import { heard, notesOf, type Payload, prompt, ran, saidOf } from "./heard.js";

const stop = (message: string): Payload => ({ hook_event_name: "Stop", last_assistant_message: message });

describe("an interruption", () => {
  test("is no request, title or statement", () => {
    const told = heard(prompt("Fix the cart"), prompt("[Request interrupted by user]"));
    expect(told.state).toMatchObject({
      prompts: 1,
      busy: false,
      work: { request: "Fix the cart" },
      turn: { n: 1, request: "Fix the cart" },
    });
    expect(notesOf(told)).toEqual([{ is: "interrupt" }]);
  });

  test("of a running command is no failure", () => {
    const told = heard(prompt("Fix the cart"), {
      hook_event_name: "PostToolUseFailure",
      tool_name: "Bash",
      tool_input: { command: "npm test" },
      error: "Command was aborted",
      is_interrupt: true,
    });
    expect(notesOf(told)).toEqual([{ is: "interrupt" }]);
    expect(told.state).toMatchObject({ failures: 0, blockers: [] });
  });

  test("shows in the next prompt if the call never ended", () => {
    const call = { tool_name: "Bash", tool_input: { command: "npm test" }, tool_use_id: "t1" };
    const told = heard(
      prompt("Fix the cart"),
      { hook_event_name: "PreToolUse", ...call },
      prompt("only the unit tests"),
    );
    expect(notesOf(told, told.closed.at(-1))).toEqual([{ is: "interrupt" }]);
    expect(notesOf(told)).toEqual([]);
  });

  test("is none if the turn ended before", () => {
    const told = heard(prompt("Fix the cart"), stop("Fixed."), prompt("now the list"));
    expect(notesOf(told, told.closed.at(-1))).toEqual([]);
  });
});

describe("a prompt that was taken back", () => {
  test("leaves the request before it", () => {
    const told = heard(
      prompt("Fix the cart"),
      stop("Fixed."),
      prompt("Deploy the blog with Netlify. Let's use Netlify instead of Vercel."),
      prompt("oops, wrong window"),
    );
    expect(told.state.work.request).toBe("Fix the cart");
    expect(told.state.words.asked).toEqual(["Fix the cart"]);
    expect(told.state.found.decisions).toEqual([]);
    expect(told.closed.at(-1)?.request).toBe("");
    expect(told.state.turn.request).toBe("");
  });

  test("leaves no request if it was the first", () => {
    const told = heard(prompt("Deploy the blog"), prompt("never mind"));
    expect(told.state.work.request).toBeUndefined();
  });
});

describe("a prompt that a program wrote", () => {
  test.each([
    "Stop hook feedback:\n[lint.sh]: Let's use tabs instead of spaces. Never use var.",
    '<teammate-message teammate_id="lead">Let\'s use tabs instead of spaces. Never use var.</teammate-message>',
    "This session is being continued from a previous conversation. Let's use tabs instead of spaces.",
  ])("changes neither request nor findings: %s", (text) => {
    const told = heard(prompt("Fix the cart"), stop("Fixed."), prompt(text));
    expect(told.state.work.request).toBe("Fix the cart");
    expect(told.state.words.asked).toEqual(["Fix the cart"]);
    expect(told.state.found.decisions).toEqual([]);
    expect(saidOf(told)).toEqual([]);
    expect(told.memories.map(({ kind }) => kind)).toEqual(["prompt", "answer"]);
    // The agent works on it all the same.
    expect(told.state.busy).toBe(true);
  });

  test("leaves the arguments of a command", () => {
    const text =
      "<command-message>plan</command-message>\n<command-name>/plan</command-name>\n<command-args>Let's use Redis instead of Memcached.</command-args>";
    const told = heard(prompt(text));
    expect(told.state.found.decisions).toMatchObject([{ choice: "Redis", rejected: ["Memcached"] }]);
    expect(told.state.turn.request).toBe("/plan Let's use Redis instead of Memcached.");
  });
});

test("a prompt may accept the plan of the message before", () => {
  const plan =
    "Here it is.\n<proposed_plan>\n# Cache the cart\n1. Add the client\n2. Measure it\n</proposed_plan>";
  const told = heard(prompt("Plan the cache"), stop(plan), prompt("Implement the plan."));
  expect(notesOf(told)).toEqual([
    {
      is: "plan",
      verdict: "accepted",
      title: "Cache the cart",
      steps: ["Add the client", "Measure it"],
      words: "",
    },
  ]);
  expect(notesOf(heard(prompt("Implement the plan.")))).toEqual([]);
});

describe("the notes of git", () => {
  test("survive a long output", () => {
    const hooks = Array.from({ length: 80 }, (_, n) => `[COMPLETED] task number ${n} of the hooks`).join(
      "\n",
    );
    const output = `${hooks}\n[cart 1a2b3c4] Cache the cart\n 2 files changed, 9 insertions(+)\n${hooks}\nTo github.com:kim/shop.git\n   0a1b2c3..1a2b3c4  cart -> cart\n${hooks}`;
    const told = heard(prompt("Ship it"), ran("git commit -am 'Cache the cart' && git push", output));
    expect(notesOf(told)).toEqual([
      { is: "commit", sha: "1a2b3c4", branch: "cart", subject: "Cache the cart" },
      { is: "push", branch: "cart" },
    ]);
  });

  test("stay if a later command fails", () => {
    const output = `Exit code 1\n[cart 1a2b3c4] Cache the cart\n${"remote: a line of the server\n".repeat(60)}To github.com:kim/shop.git\n ! [rejected]        cart -> cart (fetch first)\nerror: failed to push some refs to 'github.com:kim/shop.git'`;
    const told = heard(prompt("Ship it"), {
      hook_event_name: "PostToolUseFailure",
      tool_name: "Bash",
      tool_input: { command: "git commit -am 'Cache the cart' && git push" },
      error: output,
    });
    expect(notesOf(told)).toMatchObject([{ is: "commit", sha: "1a2b3c4" }]);
  });
});

describe("a summary before a compaction", () => {
  const summary =
    "<analysis>\nThe user first asked for a cart. Pending Tasks: think more.\n</analysis>\n\n<summary>\n1. Primary Request and Intent:\n   A faster cart.\n\n7. Pending Tasks:\n   - Measure the cart on staging\n\n8. Current Work:\n   Was adding the Redis client.\n</summary>";
  const compacted = heard(prompt("Speed up the cart"), {
    hook_event_name: "PostCompact",
    trigger: "auto",
    compact_summary: summary,
  });

  test("says where the work stands", () => {
    const said = { by: "agent", chance: 0.9, count: 2 };
    expect(saidOf(compacted).filter(({ by }) => by === "agent")).toMatchObject([
      {
        ...said,
        text: "Measure the cart on staging",
        label: "next",
        heading: "Pending Tasks",
        isBullet: true,
        index: 0,
      },
      {
        ...said,
        text: "Was adding the Redis client.",
        label: "fact",
        heading: "Current Work",
        isBullet: false,
        index: 1,
      },
    ]);
  });

  test("is kept without the model's notes to itself", () => {
    expect(compacted.state.compaction?.summary).toMatch(/^1\. Primary Request/);
    expect(compacted.state.compaction?.summary).not.toContain("think more");
  });
});
