import type { Memory, MemoryKind } from "../../fold/memory/memory-state.js";
import { type MemoryWriting, SESSION_NUMBERS, type StoredMemory } from "../recall-port.js";
import { EmbeddingWriter } from "./embedding-writer.js";
import { key } from "./table.js";

/** What can be recalled, for writing. */
export abstract class MemoryWriter extends EmbeddingWriter implements MemoryWriting {
  addMemories(project: string, session: string, memories: readonly Memory[]): void {
    const number = this.sessionNumber(project, session);
    let n = this.#last(number) + 1;
    for (const memory of memories) {
      if (n === (number + 1) * SESSION_NUMBERS) return;
      if (this.tables.memoryIds.has(key(project, memory.id))) continue;
      this.#add(number, { ...memory, n, project });
      n++;
    }
  }

  retellMemories(project: string, session: string, memories: readonly Memory[]): void {
    const number = this.sessionNumber(project, session);
    const kept = [...this.#of(number).values()];
    const from = kept.findIndex((memory, at) => !isSame(memory, memories[at]));
    const same = from === -1 ? kept.length : from;
    for (const memory of kept.slice(same)) this.#remove(number, memory);
    this.addMemories(project, session, memories.slice(same));
  }

  putMemory(project: string, memory: Memory): void {
    const number = this.sessionNumber(project, "");
    const known = this.tables.memoryIds.get(key(project, memory.id));
    const before = known === undefined ? undefined : this.#of(number).get(known);
    if (before !== undefined) {
      if (isSame(before, memory)) return;
      this.#remove(number, before);
    } else if (known !== undefined) return;
    const n = before?.n ?? this.#free(number);
    if (n !== undefined) this.#add(number, { ...memory, n, project });
  }

  dropMemory(project: string, id: string): void {
    const number = this.sessionNumber(project, "");
    const memory = this.#of(number).get(this.tables.memoryIds.get(key(project, id)) ?? -1);
    if (memory !== undefined) this.#remove(number, memory);
  }

  shelvedIds(project: string, kind: MemoryKind): string[] {
    const shelf = this.#of(this.sessionNumber(project, ""));
    return [...shelf.values()].filter((memory) => memory.kind === kind).map(({ id }) => id);
  }

  protected sessionNumber(project: string, session: string): number {
    const { numbers } = this.tables;
    const owner = key(project, session);
    const known = numbers.get(owner) ?? numbers.size + 1;
    if (!numbers.has(owner)) this.set(numbers, owner, known);
    return known;
  }

  #of(number: number): Map<number, StoredMemory> {
    const memories = this.tables.memories.get(number) ?? new Map<number, StoredMemory>();
    if (!this.tables.memories.has(number)) this.set(this.tables.memories, number, memories);
    return memories;
  }

  #add(number: number, memory: StoredMemory): void {
    this.set(this.#of(number), memory.n, memory);
    this.set(this.tables.memoryIds, key(memory.project, memory.id), memory.n);
  }

  #remove(number: number, { n, project, id }: StoredMemory): void {
    this.delete(this.#of(number), n);
    this.delete(this.tables.memoryIds, key(project, id));
    this.delete(this.tables.embeddings, n);
  }

  #last(number: number): number {
    return [...this.#of(number).keys()].reduce((a, b) => Math.max(a, b), number * SESSION_NUMBERS - 1);
  }

  /** The number after the last of a session, or, where those have run out, one that became free. */
  #free(number: number): number | undefined {
    const next = this.#last(number) + 1;
    const end = (number + 1) * SESSION_NUMBERS;
    if (next < end) return next;
    for (let n = number * SESSION_NUMBERS; n < end; n++) if (!this.#of(number).has(n)) return n;
    return undefined;
  }
}

function isSame({ n, project, ...kept }: StoredMemory, memory: Memory | undefined): boolean {
  return JSON.stringify(kept) === JSON.stringify(memory);
}
