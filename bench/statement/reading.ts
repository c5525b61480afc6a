import { createHash } from "node:crypto";
import { join } from "node:path";
import { LABELS, type Label, type Speaker } from "../../src/text/sentence/label.js";
import { sentencesOf } from "../../src/text/sentence/message.js";
import { type Line, readStream, streamNames } from "../continuity/stream.js";
import type { Example } from "./example.js";
import readings from "./reading.json" with { type: "json" };

const FOLDERS = [[], ["more"]].map((rest) =>
  join(process.cwd(), "..", "shared", "bench", "continuity", ...rest),
);

/** Sentences of the recorded streams that were read and labelled; the repository keeps only their digests. */
export function readReadings(): Example[] {
  const labels = new Map<string, Label>();
  for (const label of LABELS)
    for (const digest of new Map<string, readonly string[]>(Object.entries(readings)).get(label) ?? [])
      labels.set(digest, label);
  return FOLDERS.flatMap((folder) =>
    streamNames(folder).flatMap((name) => [...labelled(readStream(name, folder), name, labels)]),
  );
}

function* labelled(lines: readonly Line[], name: string, labels: Map<string, Label>): Generator<Example> {
  const ends = new Map<string, string>();
  for (const line of lines) {
    const { hook_event_name: hook, session_id, prompt, text, last_assistant_message } = line;
    const by: Speaker = hook === "UserPromptSubmit" ? "user" : "agent";
    const words = (by === "user" ? prompt : (last_assistant_message ?? text)) ?? "";
    if (hook !== "UserPromptSubmit" && hook !== "Stop" && hook !== "x-AssistantMessage") continue;
    let before = by === "user" ? (ends.get(session_id) ?? "") : "";
    if (by === "agent" && words !== "") ends.set(session_id, words.trim().slice(-300));
    if (hook === "x-AssistantMessage") continue;
    for (const sentence of sentencesOf(words.slice(0, by === "user" ? 4_000 : 6_000))) {
      const digest = createHash("sha1").update(`${by}:${sentence.text}`).digest("hex").slice(0, 10);
      const label = labels.get(digest);
      // Each is labelled where it was first said.
      labels.delete(digest);
      if (label !== undefined)
        yield {
          sentence: { by, text: sentence.text, before: before === "" ? undefined : before },
          label,
          project: name.split("__")[0] ?? name,
          from: "reading",
        };
      before = sentence.text;
    }
  }
}
