import { situationFor } from "../../src/brief/load-situation.js";
import type { Situation } from "../../src/brief/situation.js";
import type { TurnNotes } from "../../src/model/fold/session/note.js";
import type { Store } from "../../src/model/store/store.js";
import { classify, isSure } from "../../src/text/sentence/classify.js";
import { LABELS } from "../../src/text/sentence/label.js";
import type { Model } from "../../src/text/sentence/model.js";
import { PROJECT, Replay } from "../continuity/replay.js";
import { type Line, readStream, streamNames } from "../continuity/stream.js";
import { FOLDERS, type GoldCase } from "./gold.js";

/** A case at the moment of its question. */
export interface Asked {
  readonly stream: string;
  readonly gold: GoldCase;
  readonly line: Line;
  readonly store: Store;
  situation(): Situation;
}

/** Replays all streams that have cases, and calls back at each of them. `modelFor` gives the classifier of a stream. */
export function eachCase(
  cases: ReadonlyMap<string, GoldCase>,
  modelFor: ((stream: string) => Model) | undefined,
  found: (asked: Asked) => void,
): void {
  for (const folder of FOLDERS)
    for (const stream of streamNames(folder)) {
      if (![...cases.keys()].some((id) => id.startsWith(`${stream}:`))) continue;
      const replay = new Replay();
      const model = modelFor?.(stream);
      try {
        for (const line of readStream(stream, folder)) {
          if (line.t === "event") {
            replay.tell(line);
            continue;
          }
          const gold = cases.get(line.case_id ?? "");
          if (gold === undefined) continue;
          const store = model === undefined ? replay.store() : relabelled(replay.store(), model);
          found({ stream, gold, line, store, situation: () => situationFor(store, askerOf(line)) });
        }
      } finally {
        replay.close();
      }
    }
}

export function askerOf(line: Line) {
  return {
    project: PROJECT,
    session: line.session_id,
    source: line.source ?? "startup",
    now: Date.parse(line.ts),
    branch: line.git_branch ?? undefined,
    prompt: line.prompt ?? undefined,
    isAlive: () => undefined,
  };
}

/** The store with notes as a classifier that has not seen this project would label them. */
function relabelled(store: Store, model: Model): Store {
  if (Object.hasOwn(store, "notes")) return store;
  const read = store.notes.bind(store);
  store.notes = (project, limit) => relabel(read(project, limit), model);
  return store;
}

function relabel(turns: readonly TurnNotes[], model: Model): TurnNotes[] {
  const end = new Map<string, string>();
  return turns
    .toReversed()
    .map((turn) => {
      let before = "";
      let by = "";
      const notes = turn.notes.map((note) => {
        if (note.is !== "said") return note;
        if (note.by !== by) before = note.by === "user" ? (end.get(turn.session) ?? "") : "";
        by = note.by;
        const read = classify({ ...note, before }, model);
        const { label, chance, chances } = read;
        before = note.text;
        if (by === "agent") end.set(turn.session, note.text);
        const percents = LABELS.map((name) => Math.round(chances[name] * 100));
        return { ...note, label, chance, chances: percents, isSure: isSure(read) || undefined };
      });
      return { ...turn, notes };
    })
    .toReversed();
}
