import { shelfOf, threadMemory } from "../fold/memory/memory-shelf.js";
import type { Memory } from "../fold/memory/memory-state.js";
import type { ProjectState } from "../fold/project.js";
import type { KeptThreads, ThreadsUpdate } from "../fold/thread/kept-threads.js";
import type { Thread } from "../fold/thread/thread-state.js";
import type { Writer } from "../store/port.js";

/** Brings what can be recalled of a project's declarations up to its state. */
export function shelveDeclared(writer: Writer, before: ProjectState | undefined, state: ProjectState): void {
  if (before?.declared === state.declared) return;
  const was = before === undefined ? [] : shelfOf(before);
  shelve(writer, state.project, was, shelfOf(state));
}

/** Brings what can be recalled of a project's threads up to their update. */
export function shelveThreads(
  writer: Writer,
  project: string,
  before: KeptThreads | undefined,
  { kept, retired, isRetold }: ThreadsUpdate,
): void {
  const threads = [...retired, ...threadsOf(kept)];
  if (!isRetold) {
    const was = before === undefined ? [] : threadsOf(before);
    // Most are left alone: those are the same objects still, and need not be told as memories.
    const [then, present] = [new Set(was), new Set(threads)];
    const gone = was.filter((thread) => !present.has(thread));
    shelve(writer, project, memoriesOf(gone), memoriesOf(threads.filter((thread) => !then.has(thread))));
    return;
  }
  const now = memoriesOf(threads);
  const ids = new Set(now.map(({ id }) => id));
  for (const id of writer.shelvedIds(project, "thread")) if (!ids.has(id)) writer.dropMemory(project, id);
  for (const memory of now) writer.putMemory(project, memory);
}

// Compared here and not by the store: most stay the same, and need not be looked up.
function shelve(writer: Writer, project: string, before: readonly Memory[], now: readonly Memory[]): void {
  const was = new Map(before.map((memory) => [memory.id, JSON.stringify(memory)]));
  for (const memory of now) {
    if (was.get(memory.id) !== JSON.stringify(memory)) writer.putMemory(project, memory);
    was.delete(memory.id);
  }
  for (const id of was.keys()) writer.dropMemory(project, id);
}

/** All that are not retired, each as the last turns leave it. */
function threadsOf({ settled, ahead }: KeptThreads): Thread[] {
  const later = new Set(ahead.map(({ id }) => id));
  return [...settled.recent.filter(({ id }) => !later.has(id)), ...ahead];
}

function memoriesOf(threads: readonly Thread[]): Memory[] {
  return threads.flatMap((thread) => threadMemory(thread) ?? []);
}
