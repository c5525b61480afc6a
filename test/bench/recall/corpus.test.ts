import { expect, test } from "vitest";
import { Dice } from "../../../bench/dice.js";
import { Corpus } from "../../../bench/recall/corpus.js";

test("common words are in many memories, rare ones in few, and none is asked for that only another project has", () => {
  const corpus = new Corpus(new Dice(1));
  const own = Array.from({ length: 30 }, (_, n) => corpus.session(`own-${n}`, 0, true)).flat();
  for (let n = 0; n < 30; n++) corpus.session(`other-${n}`, 0, false);
  const texts = own.map(({ text, files }) => `${text} ${files.join(" ")}`.toLowerCase());
  const holding = (word: string) => texts.filter((text) => text.includes(word)).length;
  const counts = (["common", "middle", "rare"] as const).map((frequency) =>
    corpus.words(frequency).map(holding),
  );
  for (const count of counts.flat()) expect(count).toBeGreaterThan(0);
  const [common = 0, middle = 0] = counts.map((each) => each.reduce((sum, count) => sum + count, 0));
  expect(common).toBeGreaterThan(3 * middle);
});

test("the same dice give the same memories", () => {
  const session = () => new Corpus(new Dice(7)).session("s", 1_000, true);
  expect(session()).toEqual(session());
});
