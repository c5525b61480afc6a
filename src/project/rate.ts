import { allPins, ratingOf, rulesOf } from "../model/fold/declared/declared.js";
import { declaredFacts } from "../model/fold/declared/declared-fact.js";
import { itemId, readItemId } from "../model/fold/session/said-draft.js";
import { declare, type Speaker } from "./declare.js";
import { findRemembered } from "./find-remembered.js";
import { findByPrefix, fromProject, type Opened } from "./open.js";
import { allThreads } from "./threads.js";

/** A memory and its ratings, including this one. */
export interface Rated extends Named {
  readonly up: number;
  readonly down: number;
}

interface Named {
  readonly id: string;
  readonly text: string;
}

/** Sessions back to which single files, commands and names are known. */
const MAX_FOOTPRINTS = 30;

/** Rates a memory, by its id or the start of it. A single file, command or name can be rated, too. */
export function rate(opened: Opened, prefix: string, rating: "up" | "down", speaker?: Speaker): Rated {
  const state = opened.store.project(opened.project);
  const { id, text } = findRated(opened, prefix);
  const { up, down } = state === undefined ? { up: 0, down: 0 } : ratingOf(state, id);
  declare(opened, { type: "memory.rated", data: { memory: id, rating } }, speaker);
  return { id, text, up: up + (rating === "up" ? 1 : 0), down: down + (rating === "down" ? 1 : 0) };
}

/** Declared memories come before found ones, because the start of an id may match either. */
function findRated(opened: Opened, prefix: string): Named {
  if (readItemId(prefix) !== undefined)
    return findByPrefix(itemsOf(opened), prefix, "memory", "tidemark ledger");
  const memories = memoriesOf(opened);
  const isDeclared = memories.some(({ id }) => id.startsWith(prefix));
  const [event = ""] = prefix.split(".", 1);
  return isDeclared || event === "" || opened.store.memories.find(opened.project, event).length === 0
    ? findByPrefix(memories, prefix, "memory", "tidemark pins, tidemark memory")
    : findRemembered(opened, prefix);
}

function memoriesOf(opened: Opened): Named[] {
  const threads = allThreads(opened.store, opened.project).map(({ id, title }) => ({ id, text: title }));
  return [
    ...[allPins, declaredFacts, rulesOf].flatMap((read) => fromProject<Named>(opened, read)),
    ...threads,
  ];
}

function itemsOf({ store, project }: Opened): Named[] {
  const ids = store
    .footprints(project, MAX_FOOTPRINTS)
    .flatMap(({ footprint: { files, commands, names, said } }) => [
      ...files.map(([path]) => itemId("file", path)),
      ...commands.map(([command]) => itemId("run", command)),
      ...names.map(([name]) => itemId("name", name)),
      ...said.flatMap(({ items }) => items),
    ]);
  return [...new Set(ids)].map((id) => ({ id, text: readItemId(id)?.key ?? id }));
}
