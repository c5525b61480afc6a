import { beforeAll, describe, expect, test } from "vitest";
import { Stage } from "./stage.js";

let stage: Stage;

function turn(session: string, prompt: string, file: string, closing: string): void {
  stage.hook("UserPromptSubmit", session, { prompt });
  stage.hook("PostToolUse", session, {
    tool_name: "Edit",
    tool_input: { file_path: file, old_string: "a", new_string: "b" },
  });
  stage.hook("Stop", session, { last_assistant_message: closing });
}

const ids = (): string[] => stage.json(["threads"]).map((thread: { id: string }) => thread.id);

beforeAll(() => {
  stage = new Stage("main");
  turn("s1", "Retry failed uploads with jitter", "src/upload/retry.ts", "Uploads now retry with jitter.");
  turn("s1", "Render invoices as PDF documents", "src/invoice/pdf.ts", "Invoices are rendered as PDF.");
  turn("s2", "The jitter of upload retries is too small", "src/upload/retry.ts", "The jitter is larger now.");
});

describe("threads on the command line", () => {
  test("are listed, the hot one first", () => {
    expect(stage.json(["threads"])).toMatchObject([
      { title: "Retry failed uploads with jitter", hot: true, turns: 2, sessions: ["s1", "s2"] },
      { title: "Render invoices as PDF documents", hot: false, turns: 1, files: ["src/invoice/pdf.ts"] },
    ]);
    const { stdout } = stage.cli(["threads", "--limit", "1"]);
    expect(stdout).toContain("Retry failed uploads with jitter");
    expect(stdout).toContain("… and 1 more: --limit 2");
  });

  test("one is shown with its turns and why they are in it", () => {
    const { stdout } = stage.cli(["thread", "--why"]);
    expect(stdout).toContain("Retry failed uploads with jitter");
    expect(stdout).toContain("because it began the thread");
    expect(stdout).toContain("it uses src/upload/retry.ts");
    const [id = ""] = ids();
    expect(stage.json(["thread", id.slice(0, 6)])).toMatchObject({
      id,
      work: { goal: "The jitter of upload retries is too small" },
      turns: [{ request: "Retry failed uploads with jitter" }, { session: "s2" }],
    });
  });

  test("are renamed, merged, split and moved, and each is undone as it says", () => {
    const before = stage.json(["threads"]);
    const [upload = "", invoice = ""] = ids();
    const undo = (stdout: string) => {
      const command = /^Undo: tidemark (thread undo \S+)$/m.exec(stdout)?.[1] ?? "";
      expect(stage.cli(command.split(" ")).status).toBe(0);
      expect(stage.json(["threads"])).toEqual(before);
    };

    const renamed = stage.cli(["thread", "rename", upload, "Sturdy", "uploads"]);
    expect(renamed.stdout).toContain('"Retry failed uploads with jitter" is now "Sturdy uploads".');
    expect(stage.json(["threads"])[0].title).toBe("Sturdy uploads");
    undo(renamed.stdout);

    const merged = stage.cli(["thread", "merge", invoice, upload]);
    expect(merged.stdout).toContain("3 turns");
    expect(ids()).toEqual([upload]);
    undo(merged.stdout);

    const [, second] = stage.json(["thread", upload]).turns;
    const split = stage.cli(["thread", "split", upload, "--at", second.turn]);
    expect(split.stdout).toContain('1 turn of "Retry failed uploads with jitter" is now "');
    expect(ids()).toHaveLength(3);
    undo(split.stdout);

    const moved = stage.cli(["thread", "move", second.turn, invoice]);
    expect(stage.json(["thread", invoice]).turns).toMatchObject([
      {},
      { turn: second.turn, why: [{ is: "corrected" }] },
    ]);
    undo(moved.stdout);
    expect(stage.json(["verify"])).toMatchObject({ same: true });
  });

  test("an undoing is undone as well", () => {
    const [upload = ""] = ids();
    const { correction } = stage.json(["thread", "rename", upload, "Sturdy"]);
    const undone = stage.json(["thread", "undo", correction]);
    expect(stage.json(["threads"])[0].title).toBe("Retry failed uploads with jitter");
    const again = stage.json(["thread", "undo", undone.correction]);
    expect(stage.json(["threads"])[0].title).toBe("Sturdy");
    stage.json(["thread", "undo", again.correction]);
  });

  test("corrections are listed by what undoes them, and the event's id undoes as well", () => {
    const [upload = ""] = ids();
    const { correction } = stage.json(["thread", "rename", upload, "Sturdy"]);
    const { stdout } = stage.cli(["thread", "undo"]);
    expect(stdout.split("\n")[0]).toMatch(new RegExp(`^${correction}  .* renamed ${upload} to "Sturdy"$`));
    const [listed] = stage.json(["thread", "undo"]);
    expect(listed).toMatchObject({ correction, type: "thread.renamed" });
    const event = JSON.parse(stage.cli(["history", "--type", "thread", "--limit", "1", "--json"]).stdout);
    expect(event.id).toBe(listed.id);
    expect(stage.cli(["thread", "undo", event.id.slice(0, -1)]).status).toBe(0);
    expect(stage.json(["threads"])[0].title).toBe("Retry failed uploads with jitter");
    expect(new Stage().cli(["thread", "undo"]).stdout).toContain("No thread of this project");
  });

  test.each([
    [["thread", "tnobody"], 1, 'There is no thread "tnobody"'],
    [["thread", "t"], 2, "the start of more than one thread"],
    [["thread", "rename", "tnobody"], 2, "Something is missing to rename"],
    [["thread", "split", "t"], 2, "split ID --at TURN"],
    [["thread", "frobnicate", "x"], 2, 'There is no correction "frobnicate"'],
    [["thread", "undo", "nothing"], 1, "tidemark thread undo"],
  ])("%j fails with a hint", (args, status, message) => {
    const run = stage.cli(args);
    expect(run.stderr).toContain(message);
    expect(run.stderr).toContain("Hint:");
    expect(run.status).toBe(status);
  });

  test("a thread is not merged into itself, nor split at its beginning", () => {
    const [upload = ""] = ids();
    const [first] = stage.json(["thread", upload]).turns;
    expect(stage.cli(["thread", "merge", upload, upload]).stderr).toContain("into itself");
    expect(stage.cli(["thread", "split", upload, "--at", first.turn]).stderr).toContain(
      "begins with this turn",
    );
    expect(stage.cli(["thread", "move", first.turn, upload]).stderr).toContain("already");
  });
});
