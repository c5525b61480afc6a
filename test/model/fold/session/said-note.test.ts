import { expect, test } from "vitest";
import type { Draft } from "../../../../src/event/registry.js";
import type { SaidNote } from "../../../../src/model/fold/session/note.js";
import { foldSession } from "../../../../src/model/fold/session/session.js";
import { envelop } from "../envelop.js";

const prompt = (text: string): Draft => ({ type: "prompt.submitted", data: { text } });
const stop = (message: string): Draft => ({ type: "turn.ended", data: { message } });

/** The sentences that were noted on the last turn. */
function noted(...drafts: [Draft, ...Draft[]]): SaidNote[] {
  const [first, ...rest] = drafts.map((draft, index) => envelop(draft, index));
  if (first === undefined) throw new Error("A session needs an event.");
  const { turn } = foldSession(undefined, [first, ...rest]).state;
  return (turn.notes ?? []).flatMap((note) => (note.is === "said" ? [note] : []));
}

test("the sentences of a prompt and of its closing message are noted with their meaning", () => {
  const said = noted(
    prompt("Please add a search box. Never touch the generated files."),
    stop("Added the search box.\n\n## Next steps\n- Write a test for the empty query"),
  );
  expect(said.map(({ by, text, label }) => [by, text, label])).toEqual([
    ["user", "Please add a search box.", "request"],
    ["user", "Never touch the generated files.", "rule"],
    ["agent", "Added the search box.", "done"],
    ["agent", "Write a test for the empty query", "next"],
  ]);
  expect(said.at(-1)).toMatchObject({ heading: "Next steps", isBullet: true, index: 2, count: 3 });
  for (const { chance } of said) expect(chance).toBeGreaterThan(0);
});

test("what a short answer means depends on the question before it", () => {
  const answer = "yes, take the second one";
  const long = "The writer is slow because it opens the file for every line. ".repeat(30);
  const [chosen] = noted(
    prompt("Look at the writer."),
    stop(`${long}\n\nDo you prefer a buffer or a queue?`),
    prompt(answer),
  );
  expect(chosen).toMatchObject({ by: "user", text: answer, label: "decision" });
});

test("an end that is reported again replaces the earlier one", () => {
  const said = noted(
    prompt("Please add a search box."),
    stop("Added the box."),
    stop("Added the search box."),
  );
  expect(said.map(({ text }) => text)).toEqual(["Please add a search box.", "Added the search box."]);
});

test("long messages are cut", () => {
  const lines = (count: number) => Array.from({ length: count }, (_, i) => `- point number ${i}`).join("\n");
  const said = noted(prompt(lines(60)), stop(`${lines(60)}\n${"word ".repeat(300)}`));
  expect(said.filter(({ by }) => by === "user")).toHaveLength(14);
  expect(said.filter(({ by }) => by === "agent")).toHaveLength(40);
  const [long] = noted(prompt("word ".repeat(300)));
  expect(long?.text).toHaveLength(400);
});
