import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import * as v from "valibot";

const FOLDER = join(import.meta.dirname, "../../../shared/bench/secrets");

const Labelled = v.object({
  source: v.string(),
  type: v.string(),
  label: v.picklist([0, 1]),
  text: v.string(),
  /** Where it is not known, any change of the text counts. */
  secret: v.nullable(v.string()),
});
export type Labelled = v.InferOutput<typeof Labelled>;

/** The labelled secrets and the real texts stand beside the repository, if at all. */
export const hasCorpus = existsSync(join(FOLDER, "corpus.jsonl.gz"));

export function labelledSecrets(): Labelled[] {
  const lines = unpacked("corpus.jsonl.gz").split("\n");
  return lines.filter((line) => line !== "").map((line) => v.parse(Labelled, JSON.parse(line)));
}

/** Transcripts of real work. */
export function realTexts(): string[] {
  return ["benign_sample.txt.gz", "benign_specstory.txt.gz"].map(unpacked);
}

function unpacked(name: string): string {
  return gunzipSync(readFileSync(join(FOLDER, name))).toString("utf8");
}
