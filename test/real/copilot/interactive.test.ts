import { expect } from "vitest";
import { noTerminal, openScreen } from "../screen.js";
import { SUMMARY, say, steps } from "../script.js";
import { closingsOf, startsOf, test, told } from "./fixture.js";

test("in its terminal Copilot CLI is told anew after /compact and /clear", async ({ place, skip }) => {
  skip(noTerminal() !== undefined, noTerminal());
  const script = steps(say("The pier is long."), say("It is seven metres."), say("It is painted."));
  const screen = openScreen(place, "copilot", script, ["--allow-all"]);
  await screen.see(/trust/i);
  screen.press("Enter");
  await screen.see(/Interactive/);
  await screen.enter("Measure the pier");
  await screen.see(/The pier is long[\s\S]*Interactive/);
  await screen.enter("/compact");
  await screen.see(/Compaction completed[\s\S]*Interactive/);
  await screen.enter("And how long is it now?");
  await screen.see(/seven metres[\s\S]*Interactive/);
  await screen.enter("/clear");
  await screen.see(/fresh session[\s\S]*Servers reloaded/);
  await screen.enter("Paint the pier");
  await screen.see(/painted[\s\S]*Interactive/);
  await screen.enter("/exit");
  const { requests } = await screen.ended;

  // The request between asks for the summary, and still has what was told before.
  expect(requests.map((request) => told(request).map((text) => text.split("\n", 1)[0]))).toEqual([
    [expect.stringMatching(/^Tidemark · first session/)],
    [expect.stringMatching(/^Tidemark · first session/)],
    [expect.stringMatching(/^Tidemark · context compacted/)],
    [expect.stringMatching(/^Tidemark · continuing after/)],
  ]);
  const [first, second, ...more] = startsOf(place).map(([, session]) => session);
  expect(more).toEqual([]);
  expect(second).not.toBe(first);
  const history = place.history();
  expect(
    history.filter(({ type }) => type === "compaction.finished").map(({ data }) => data.summary),
  ).toEqual([SUMMARY]);
  expect(closingsOf(place)).toEqual(["The pier is long.", "It is seven metres.", "It is painted."]);
});
