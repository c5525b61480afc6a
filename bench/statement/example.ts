import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LABELS, type Label, type SaidSentence } from "../../src/text/sentence/label.js";
import { INVENTED } from "./invented.js";
import { readReadings } from "./reading.js";

/** A sentence with its meaning. */
export interface Example {
  readonly sentence: SaidSentence;
  readonly label: Label;
  readonly project: string;
  /** `natural` and `picked` are asked about; the others are only learned from. */
  readonly from: "natural" | "picked" | "reading" | "invented";
}

interface Row {
  readonly by: "user" | "agent";
  readonly text: string;
  readonly before?: string;
  readonly label: string;
  readonly proj?: string;
}

const FOLDER = join(process.cwd(), "..", "shared", "bench", "handover");

/** All labelled sentences at hand; none where the folder is missing. */
export function readExamples(): Example[] {
  if (!existsSync(FOLDER)) return [];
  const natural = linesOf<Row>("sentences.jsonl").map((row) => exampleOf(row, row.proj ?? "", "natural"));
  const picked = linesOf<{ case_id: string; statements: readonly Row[] }>("handover.jsonl").flatMap(
    ({ case_id, statements }) => statements.map((row) => exampleOf(row, case_id, "picked")),
  );
  return [...natural, ...picked, ...readReadings(), ...invented()];
}

function exampleOf({ by, text, before, label }: Row, name: string, from: Example["from"]): Example {
  return {
    // "" stands for unknown there.
    sentence: { by, text, before: before === "" ? undefined : before },
    label: LABELS.find((one) => one === label) ?? "none",
    project: name.split("__")[0] ?? name,
    from,
  };
}

function invented(): Example[] {
  return INVENTED.flatMap(([by, label, sentences]) =>
    sentences.split("\n").map((line): Example => {
      const [text = "", before = "Some words stand before it."] = line.split(" > ").reverse();
      return { sentence: { by, text, before }, label, project: "", from: "invented" };
    }),
  );
}

function linesOf<T>(name: string): T[] {
  return readFileSync(join(FOLDER, name), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): T => JSON.parse(line));
}
