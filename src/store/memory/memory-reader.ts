import type { MemoryKind } from "../../fold/memory/memory-state.js";
import { memoryTerms } from "../../fold/memory/memory-term.js";
import {
  type LatestFilter,
  type MemoryCounts,
  type MemoryMatches,
  type MemoryReading,
  SESSION_NUMBERS,
  type StoredMemory,
} from "../recall-port.js";
import { EmbeddingReader } from "./embedding-reader.js";
import { by, key } from "./table.js";

const MOST_FOUND = 100;

/** What can be recalled, for reading. Terms are looked up by reading all: there is nothing to keep in step. */
export abstract class MemoryReader extends EmbeddingReader implements MemoryReading {
  indexMemories(): void {}

  matchMemories(project: string, terms: readonly string[], limit: number, within?: string): MemoryMatches[] {
    const all = this.allMemories(project)
      .map((memory) => ({ n: memory.n, terms: new Set(memoryTerms(memory)) }))
      .filter((memory) => within === undefined || memory.terms.has(within));
    return terms.map((term) => {
      const numbers = all.filter((memory) => memory.terms.has(term)).map(({ n }) => n);
      return { term, numbers: numbers.slice(0, limit), isCapped: numbers.length > limit };
    });
  }

  memoriesAt(numbers: readonly number[]): StoredMemory[] {
    return numbers.flatMap((n) => this.tables.memories.get(Math.floor(n / SESSION_NUMBERS))?.get(n) ?? []);
  }

  memories(project: string, session: string): StoredMemory[] {
    const number = this.tables.numbers.get(key(project, session)) ?? -1;
    const memories = [...(this.tables.memories.get(number)?.values() ?? [])];
    return session === "" ? memories.sort(by(({ id }) => id)) : memories.sort((a, b) => a.n - b.n);
  }

  latestMemories(project: string, { kind, limit }: LatestFilter): StoredMemory[] {
    return this.allMemories(project)
      .filter((memory) => kind === undefined || memory.kind === kind)
      .sort((a, b) => b.at - a.at)
      .slice(0, limit);
  }

  findMemories(project: string, prefix: string): StoredMemory[] {
    return this.allMemories(project)
      .filter(({ id }) => id.startsWith(prefix))
      .sort(by(({ id }) => id))
      .slice(0, MOST_FOUND);
  }

  memoryCounts(project: string): MemoryCounts {
    const kinds: { [kind in MemoryKind]?: number } = {};
    const all = this.allMemories(project);
    for (const { kind } of all) kinds[kind] = (kinds[kind] ?? 0) + 1;
    return { memories: all.length, kinds };
  }

  /** There is no index to take any room. */
  memoryIndexSize(): { text: number; index: number } {
    const parts = this.allMemories().flatMap(({ text, files, branch = "" }) => [text, branch, ...files]);
    return { text: parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0), index: 0 };
  }
}
