import { beforeAll, describe, expect, test } from "vitest";
import { openClient } from "./mcp-client.js";
import { Stage } from "./stage.js";

const STEP = "write the runbook for the upload queue";

/** One turn that changes a file. */
function turn(stage: Stage, session: string, prompt: string, closing: string): void {
  stage.hook("SessionStart", session, { source: "startup" });
  stage.hook("UserPromptSubmit", session, { prompt });
  stage.hook("PostToolUse", session, {
    tool_name: "Edit",
    tool_input: { file_path: `${stage.project}/src/${session}.ts`, old_string: "a", new_string: "b" },
  });
  stage.hook("Stop", session, { last_assistant_message: closing });
  stage.hook("SessionEnd", session, { reason: "prompt_input_exit" });
}

describe("items", () => {
  const stage = new Stage();
  const items = (...args: readonly string[]) => stage.json(["items", ...args]);
  const step = () => items("--all", "--kind", "next")[0];

  beforeAll(() => {
    turn(
      stage,
      "s1",
      "Let's use Valkey for the queue because the licence is free",
      `The queue uses Valkey now.\n\nNext steps:\n- ${STEP}`,
    );
    turn(stage, "s2", "Make the footer of the start page blue", "The footer is blue.");
  });

  test("a step stays open while a session works on something else, and is told", () => {
    expect(items("--kind", "next")).toMatchObject([
      { text: STEP, by: "agent", session: "s1", state: "open" },
    ]);
    const { stdout } = stage.cli(["items"]);
    expect(stdout).toMatch(
      /^Next\n {2}[a-z0-9]{8} {2}write the runbook for the upload queue {2}agent, .* ago$/m,
    );
    expect(stdout).toMatch(/^Decided\n {2}[a-z0-9]{8} {2}Valkey for the queue {2}user, /m);
    expect(stage.cli(["status"]).stdout).toContain(`next: ${STEP}`);
    expect(stage.told("SessionStart", "s3", { source: "startup" })).toContain("Next: write the runbook");
  });

  test("it says why", () => {
    const { id } = step();
    const { stdout } = stage.cli(["items", id.slice(0, 5), "--why"]);
    expect(stdout).toContain(STEP);
    expect(stdout).toContain("next, open");
    expect(stdout).toMatch(/said by agent: write the runbook for the upload queue {2}\S+$/m);
  });

  test("done closes it and says how to undo that; it is no longer told", () => {
    const { id } = step();
    const { stdout } = stage.cli(["items", "done", id]);
    expect(stdout).toBe(`Done: ${STEP}\nUndo: tidemark items reopen ${id}\n`);
    expect(items("--kind", "next")).toEqual([]);
    expect(step()).toMatchObject({ state: "done", why: [{ did: "said" }, { did: "done", by: "user" }] });
    expect(stage.told("SessionStart", "s4", { source: "startup" })).not.toContain("runbook");
  });

  test("reopen, edit and drop change it, each with its undo", () => {
    const { id } = step();
    expect(stage.cli(["items", "reopen", id]).stdout).toBe(
      `Open again: ${STEP}\nUndo: tidemark items done ${id}\n`,
    );
    expect(stage.cli(["items", "edit", id, "write", "it"]).stdout).toBe(
      `Changed: ${STEP} → write it\nUndo: tidemark items edit ${id} '${STEP}'\n`,
    );
    expect(step()).toMatchObject({ text: "write it", state: "open" });
    expect(stage.cli(["items", "drop", id]).stdout).toBe(
      `Dropped: write it\nUndo: tidemark items reopen ${id}\n`,
    );
    expect(step().state).toBe("dropped");
    stage.cli(["items", "reopen", id]);
  });

  test("a whole line of work is done at once", () => {
    const [{ thread }] = items("--kind", "next");
    expect(stage.cli(["items", "done", "--thread", thread]).stdout).toContain("Done: write it");
    expect(items("--kind", "next")).toEqual([]);
    expect(stage.cli(["items", "done", "--thread", thread]).stderr).toContain("Nothing is open in");
  });

  test.each([
    [["items", "done"], "It takes: tidemark items done ID, or --thread THREAD", "tidemark items"],
    [["items", "edit", "k3f9"], "It takes: tidemark items edit ID TEXT", "tidemark items"],
    [["items", "zzzz"], 'There is no item "zzzz" in this project.', "tidemark items --all"],
    [["items", "--kind", "wish"], "--kind takes blocker, failing, open", ""],
    [["items", "close", "k3f9"], 'There is no change "close".', "done, reopen, drop and edit"],
  ])("%s is refused with a hint", (args, message, hint) => {
    const { status, stderr } = stage.cli(args);
    expect(status).not.toBe(0);
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
  });

  test("an open one is not opened, a closed one not closed", () => {
    const [{ id }] = items("--kind", "decision");
    expect(stage.cli(["items", "reopen", id]).stderr).toContain(`The item ${id} is open already.`);
  });
});

test("an agent closes a step by its words or its id", async () => {
  const stage = new Stage();
  turn(stage, "s1", "Add a queue to the uploads", `The uploads have a queue.\n\nNext steps:\n- ${STEP}`);
  const { call, close } = await openClient(stage, "auto");
  const [{ id }] = stage.json(["items", "--kind", "next"]);
  const done = await call("remember", { kind: "done", text: "Wrote the runbook for the upload queue" });
  expect(done).toMatchObject({ isError: false, facts: { kind: "done", closed: 1 } });
  expect(done.text).toContain(`No longer open:\n<recorded>\n${id} ${STEP}\n`);
  expect(stage.json(["items", id])).toMatchObject({ state: "done", why: [{}, { did: "done", by: "agent" }] });
  stage.cli(["items", "reopen", id]);
  expect((await call("remember", { kind: "done", text: id })).facts).toMatchObject({ closed: 1 });
  expect(stage.json(["remember"])[0]).toMatchObject({ kind: "done", text: STEP });
  expect((await call("remember", { kind: "done", text: "Painted the footer blue" })).facts).toMatchObject({
    closed: 0,
  });
  await close();
});

test("work of a later session closes the step by itself", () => {
  const stage = new Stage();
  turn(stage, "s1", "Add a queue to the uploads", `The uploads have a queue.\n\nNext steps:\n- ${STEP}`);
  turn(stage, "s2", "Write that runbook", "I've written the runbook for the upload queue.");
  expect(stage.json(["items", "--all", "--kind", "next"])).toMatchObject([{ text: STEP, state: "done" }]);
});

test("every step of a closing message is an item, in English and French", () => {
  const lists = [
    "The import works.\n\nNext steps:\n1. Test empty tides\n2. Skip the header of old exports\n3. Document --harbour",
    "L'import marche.\n\nProchaines étapes :\n- tester les marées vides\n- ignorer les vieux en-têtes\n- documenter --port",
    "Import done.\n\n**Next steps**\n- [ ] Test empty tides\n- [ ] Benchmark with a whole year\n- [ ] Document --harbour",
  ];
  for (const closing of lists) {
    const stage = new Stage();
    turn(stage, "s1", "Write the import of the tides", closing);
    expect(stage.json(["items", "--kind", "next"])).toHaveLength(3);
    turn(stage, "s2", "Do the next steps", "All three next steps are done.");
    expect(stage.json(["items", "--kind", "next"])).toEqual([]);
  }
});

test("a comment in pasted code decides nothing, and what cannot be had is a reason", () => {
  const stage = new Stage();
  turn(
    stage,
    "s1",
    "why is this slow?\n\nlet tides = [];\n// we decided to use an array instead of a Map\nfunction rise() {\n  return tides;\n}",
    "It copies the tides.",
  );
  turn(stage, "s2", "the harbour won't host Mongo, so let's use Postgres for the tides", "All right.");
  const decided = stage.json(["items", "--kind", "decision"]);
  expect(decided).toMatchObject([{ text: "Postgres for the tides", reason: "the harbour won't host Mongo" }]);
  expect(decided).toHaveLength(1);
});
