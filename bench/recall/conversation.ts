import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Envelope } from "../../src/event/envelope.js";
import { secureFolder } from "../../src/host/folder.js";
import { drain } from "../../src/journal/drain.js";
import { dayFile, journalFolder } from "../../src/journal/file.js";
import { writeLine } from "../../src/journal/line.js";
import type { Store } from "../../src/store/port.js";
import { openStore } from "../../src/store/sqlite/open.js";

export const PROJECT = "conversation";

/** One message of a conversation between two people. */
export interface Message {
  readonly id: string;
  readonly session: string;
  /** As in "1:56 pm on 8 May, 2023". */
  readonly at: string;
  readonly speaker: string;
  readonly text: string;
}

/**
 * A memory that a conversation is told into: each message is something a person submitted, recorded by the device of its
 * speaker, in the journal of a team.
 */
export class Conversation {
  readonly home = mkdtempSync(join(tmpdir(), "tidemark-conversation-"));
  readonly #lines: string[] = [];
  #last = 0;
  #store: Store | undefined;

  tell(message: Message): void {
    const at = Math.max(readTime(message.at), this.#last + 1);
    this.#last = at;
    const event: Envelope = {
      id: message.id,
      type: "prompt.submitted",
      v: 1,
      at,
      clock: at,
      author: message.speaker,
      project: PROJECT,
      session: message.session,
      agent: "claude",
      data: { text: message.text },
    };
    this.#lines.push(writeLine(event));
  }

  /** The time of the last message. */
  get now(): number {
    return this.#last;
  }

  /** The read model, drained to the journal's end. */
  store(): Store {
    if (this.#store !== undefined) return this.#store;
    secureFolder(journalFolder(this.home));
    writeFileSync(join(journalFolder(this.home), dayFile(this.#last)), `${this.#lines.join("\n")}\n`, {
      mode: 0o600,
    });
    this.#store = openStore(this.home);
    drain(this.home, this.#store);
    return this.#store;
  }

  close(): void {
    this.#store?.close();
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** The message a memory was made of. */
export function messageOf(memory: { readonly id: string }): string {
  return memory.id.slice(0, memory.id.indexOf("."));
}

function readTime(text: string): number {
  const [, hour = "0", minute = "0", half, day, month, year] =
    /(\d+):(\d+) (am|pm) on (\d+) (\w+),? (\d+)/.exec(text) ?? [];
  const time = Date.parse(`${day} ${month} ${year} 00:00 UTC`);
  if (Number.isNaN(time)) return 0;
  return time + (((Number(hour) % 12) + (half === "pm" ? 12 : 0)) * 60 + Number(minute)) * 60_000;
}

export interface Asked {
  readonly question: string;
  readonly category: "multi-hop" | "temporal" | "open-domain" | "single-hop";
  readonly evidence: ReadonlySet<string>;
}

export interface Sample {
  readonly messages: readonly Message[];
  readonly asked: readonly Asked[];
}

const CATEGORIES = { 1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop" } as const;
const FILE = resolve("../shared/bench/recall/locomo.json.gz");

interface Talk {
  readonly [name: string]: readonly Turn[] | string | undefined;
}

interface Turn {
  readonly dia_id: string;
  readonly speaker: string;
  readonly text?: string;
  readonly blip_caption?: string;
}

/** The conversations beside the repository, undefined where they are not. */
export function readSamples(): Sample[] | undefined {
  if (!existsSync(FILE)) return undefined;
  const samples: readonly { conversation: Talk; qa: readonly Question[] }[] = JSON.parse(
    gunzipSync(readFileSync(FILE)).toString(),
  );
  return samples.map(({ conversation, qa }) => {
    const messages = messagesIn(conversation);
    const known = new Set(messages.map(({ id }) => id));
    return { messages, asked: qa.flatMap((question) => askedIn(question, known)) };
  });
}

interface Question {
  readonly question: string;
  readonly category: number;
  readonly evidence?: readonly string[];
}

function messagesIn(talk: Talk): Message[] {
  const sessions = Object.keys(talk)
    .filter((name) => /^session_\d+$/.test(name))
    .sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)));
  return sessions.flatMap((session) => {
    const turns = talk[session];
    if (!Array.isArray(turns)) return [];
    return turns.map((turn: Turn) => ({
      id: turn.dia_id,
      session,
      at: String(talk[`${session}_date_time`] ?? ""),
      speaker: turn.speaker,
      text: `${turn.text ?? ""}${turn.blip_caption === undefined ? "" : ` [image: ${turn.blip_caption}]`}`,
    }));
  });
}

function askedIn({ question, category, evidence = [] }: Question, known: ReadonlySet<string>): Asked[] {
  const kind = CATEGORIES[category as keyof typeof CATEGORIES];
  const ids = evidence
    .flatMap((text) => text.split(/[;,\s]+/))
    .map((id) => id.replace(/^D:/, "D").replace(/:0+(\d)/, ":$1"))
    .filter((id) => known.has(id));
  return kind === undefined || ids.length === 0 ? [] : [{ question, category: kind, evidence: new Set(ids) }];
}
