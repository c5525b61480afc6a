import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Message } from "./conversation.js";

export const CATEGORIES = ["multi-hop", "temporal", "open-domain", "single-hop"] as const;
export type Category = (typeof CATEGORIES)[number];

export interface Asked {
  readonly question: string;
  readonly category: Category;
  /** The messages that answer it. */
  readonly evidence: ReadonlySet<string>;
}

/** A conversation and what is asked about it. */
export interface Sample {
  readonly messages: readonly Message[];
  readonly asked: readonly Asked[];
}

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

interface Question {
  readonly question: string;
  readonly category: number;
  readonly evidence?: readonly string[];
}

/** The LoCoMo conversations beside the repository, none where they are not. For evaluation alone: they stay where they are. */
export function readSamples(): Sample[] {
  if (!existsSync(FILE)) return [];
  const samples: readonly { readonly conversation: Talk; readonly qa: readonly Question[] }[] = JSON.parse(
    gunzipSync(readFileSync(FILE)).toString(),
  );
  return samples.map(({ conversation, qa }) => {
    const messages = messagesIn(conversation);
    const known = new Set(messages.map(({ id }) => id));
    return { messages, asked: qa.flatMap((question) => askedIn(question, known)) };
  });
}

function messagesIn(talk: Talk): Message[] {
  const sessions = Object.keys(talk)
    .filter((name) => /^session_\d+$/.test(name))
    .sort((a, b) => Number(a.slice(8)) - Number(b.slice(8)));
  return sessions.flatMap((session) => {
    const turns = talk[session];
    if (typeof turns !== "object") return [];
    return turns.map(({ dia_id: id, speaker, text = "", blip_caption: caption }) => ({
      id,
      session,
      at: String(talk[`${session}_date_time`] ?? ""),
      speaker,
      text: caption ? `${text} [image: ${caption}]` : text,
    }));
  });
}

/** Questions without an answer in the conversation, the fifth category, are left out. */
function askedIn({ question, category, evidence = [] }: Question, known: ReadonlySet<string>): Asked[] {
  const kind = CATEGORIES[category - 1];
  const ids = evidence
    .flatMap((text) => text.split(/[;,\s]+/))
    .map((id) => id.replace(/^D:/, "D").replace(/:0+(\d)/, ":$1"))
    .filter((id) => known.has(id));
  return kind === undefined || ids.length === 0 ? [] : [{ question, category: kind, evidence: new Set(ids) }];
}
