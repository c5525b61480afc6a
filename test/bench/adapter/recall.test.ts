import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const TURNS = [
  ["D1:1", "The lighthouse got a new lamp last week."],
  ["D1:2", "My sailing boat needs paint before the regatta."],
  ["D1:3", "Carla painted the harbour office."],
].map(([id, text]) => ({
  t: "turn",
  id,
  session: "session_1",
  at: "1:56 pm on 8 May, 2023",
  speaker: "Ada",
  text,
}));

test("turns are recorded without a word, each question is answered with a line, best turn first", () => {
  const later = { ...TURNS[0], id: "D1:4", text: "The anchor is in the shed." };
  const { status, stdout } = run([
    ...TURNS,
    { t: "ask", id: "0", query: "What about the lamp of the lighthouse?", limit: 20 },
    { t: "ask", id: "1", query: "Who painted the harbour office, who needs paint?", limit: 1 },
    later,
    { t: "ask", id: "2", query: "Where is the anchor?", limit: 20 },
  ]);
  expect(status).toBe(0);
  const answers: { id: string; hits: string[] }[] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(answers.map(({ id }) => id)).toEqual(["0", "1", "2"]);
  expect(answers.map(({ hits }) => hits[0])).toEqual(["D1:1", "D1:3", "D1:4"]);
  expect(answers[1]?.hits).toEqual(["D1:3"]);
});

test("a question to nobody's memory has no hits, and no line at all is no error", () => {
  expect(run([{ t: "ask", id: "a", query: "anything", limit: 5 }])).toMatchObject({
    status: 0,
    stdout: '{"id":"a","hits":[]}\n',
  });
  expect(run([])).toMatchObject({ status: 0, stdout: "" });
});

function run(lines: readonly object[]) {
  const input = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const args = ["tool/run.mjs", "bench/adapter/recall.ts"];
  return spawnSync(process.execPath, args, { input, encoding: "utf8" });
}
