import type { Memory } from "./fold/memory/memory-state.js";
import { projectMemories, threadMemory } from "./fold/memory/project-memory.js";
import type { ProjectState } from "./fold/project.js";
import type { KeptThreads, ThreadsUpdate } from "./fold/thread/kept-threads.js";
import type { Thread } from "./fold/thread/thread-state.js";
import type { Writer } from "./store/writer.js";

/** Brings the memories of a project's declarations up to its state. */
export function indexDeclared(writer: Writer, before: ProjectState | undefined, state: ProjectState): void {
  if (before?.declared === state.declared) return;
  const was = before === undefined ? [] : projectMemories(before);
  putChanged(writer, state.project, was, projectMemories(state));
}

/** Brings the memories of a project's threads up to their update. */
export function indexThreads(
  writer: Writer,
  project: string,
  before: KeptThreads | undefined,
  { kept, retired, isRetold }: ThreadsUpdate,
): void {
  const threads = [...retired, ...threadsOf(kept)];
  if (!isRetold) {
    const was = before === undefined ? [] : threadsOf(before);
    // Most threads did not change: they are the same objects, and need not be turned into memories.
    const [then, present] = [new Set(was), new Set(threads)];
    const gone = was.filter((thread) => !present.has(thread));
    putChanged(writer, project, memoriesOf(gone), memoriesOf(threads.filter((thread) => !then.has(thread))));
    return;
  }
  const now = memoriesOf(threads);
  const ids = new Set(now.map(({ id }) => id));
  for (const id of writer.memories.idsOutsideSessions(project, "thread"))
    if (!ids.has(id)) writer.memories.remove(project, id);
  for (const memory of now) writer.memories.put(project, memory);
}

// Compared here and not in the store: most stay the same, and need no lookup.
function putChanged(
  writer: Writer,
  project: string,
  before: readonly Memory[],
  now: readonly Memory[],
): void {
  const was = new Map(before.map((memory) => [memory.id, JSON.stringify(memory)]));
  for (const memory of now) {
    if (was.get(memory.id) !== JSON.stringify(memory)) writer.memories.put(project, memory);
    was.delete(memory.id);
  }
  for (const id of was.keys()) writer.memories.remove(project, id);
}

/** All threads that are not retired, as the last turns left them. */
function threadsOf({ settled, ahead }: KeptThreads): Thread[] {
  const later = new Set(ahead.map(({ id }) => id));
  return [...settled.recent.filter(({ id }) => !later.has(id)), ...ahead];
}

function memoriesOf(threads: readonly Thread[]): Memory[] {
  return threads.flatMap((thread) => threadMemory(thread) ?? []);
}
