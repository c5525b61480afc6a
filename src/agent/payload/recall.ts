import type { Signal, ToolUse } from "../signal.js";
import { type Fields, fieldsOf, firstText, textOf } from "./fields.js";

/** A file below this path, in whatever folder, is a question to memory: `.ai/recall/retry jitter`. */
const VIRTUAL = /(?:^|[\\/])\.ai[\\/]recall[\\/]([^\0]*)$/;

/** The file an answer was handed over in: `<data folder>/recall/<hash>.md`. */
const HANDED_OVER = /[\\/]recall[\\/][0-9a-f]{16}\.md$/;

const LONGEST_QUERY = 400;

/** What memory is asked by reading this path; undefined for the path of a file. */
export function recallQuery(path: string): string | undefined {
  // Nearly every call ends here.
  if (!path.includes("recall")) return undefined;
  const query = VIRTUAL.exec(path)?.[1];
  return query === undefined ? undefined : decoded(query).trim().slice(0, LONGEST_QUERY);
}

/** The one file a command prints, where it does nothing else: `cat FILE`, in any way of quoting it. */
export function printedFile(command: string): string | undefined {
  if (!command.includes("recall")) return undefined;
  const word = PLAIN_CAT.exec(command)?.[1];
  return word === undefined ? undefined : unquoted(word);
}

/** By which tools an agent reads a file. */
export interface Readers {
  /** Its shell: a question may be a plain `cat`. */
  readonly shell: string;
  /** One of its own, and the arguments that may name the file. */
  readonly reader?: string;
  readonly paths?: readonly string[];
}

export interface Question {
  readonly query: string;
  readonly isCat: boolean;
  /** The arguments of the call. */
  readonly input: Fields;
}

/** What memory is asked by a call that is about to be made. */
export function readQuestion(
  tool: unknown,
  args: unknown,
  { shell, reader, paths = [] }: Readers,
): Question | undefined {
  const isCat = tool === shell;
  if (!isCat && (reader === undefined || tool !== reader)) return undefined;
  const input = fieldsOf(args);
  const path = isCat ? printedFile(textOf(input["command"]) ?? "") : firstText(input, paths);
  const query = path === undefined ? undefined : recallQuery(path);
  return query === undefined ? undefined : { query, isCat, input };
}

/** The command that prints a file. Also on Windows it runs in a POSIX shell, or in one that takes it. */
export function catOf(file: string): string {
  return `cat '${file.replaceAll("\\", "/").replaceAll("'", "'\\''")}'`;
}

/** A text that speaks of reading from memory, for an agent that reads files by its shell. */
export function toldForShell(text: string): string {
  return text.replace(READING, "cat $1");
}

/** The same for an agent whose tool for reading files has another name. */
export function toldForReader(text: string, tool: string): string {
  return text.replace(READING, `${tool}($1)`);
}

const READING = /\bRead\((".ai\/recall\/[^"\n]*")\)/g;

/** A question to memory is recorded as a search, and what memory answered is not recorded as something new. */
export function withoutRecall(signal: Signal): Signal {
  if (signal.is !== "tool-started" && signal.is !== "tool-finished") return signal;
  const path = pathOf(signal.use);
  if (path === undefined) return signal;
  const query = recallQuery(path);
  if (query === undefined && !HANDED_OVER.test(path)) return signal;
  const { paths: _, command: __, ...rest } = signal.use;
  const use: ToolUse = { ...rest, action: "search", target: `recall ${query ?? ""}`.trim() };
  if (signal.is === "tool-started") return { is: "tool-started", use };
  return { ...signal, use };
}

/** A call that is denied is heard of no more: where the denial is the answer, it ends with it. */
export function answered(signal: Signal): Signal[] {
  if (signal.is !== "tool-started") return [signal];
  return [signal, { is: "tool-finished", use: signal.use, ok: true }];
}

/** A question is a single word of the shell: its own quotes, no variable, no pattern, no second command. */
const PLAIN_CAT =
  /^[ \t]*cat[ \t]+(?:--[ \t]+)?((?:'[^'\n]*'|"[^"$`\\!\n]*"|\\[ '"&()]|[^\s'"`$&|;<>(){}[\]*?!#\\])+)\s*$/;

function unquoted(word: string): string {
  return word.replace(
    /'([^']*)'|"([^"]*)"|\\(.)/g,
    (_, single?: string, double?: string, escaped?: string) => single ?? double ?? escaped ?? "",
  );
}

function pathOf(use: ToolUse): string | undefined {
  if (use.action === "read") return use.paths?.[0];
  return use.command === undefined ? undefined : printedFile(use.command);
}

function decoded(query: string): string {
  if (!query.includes("%")) return query;
  try {
    return decodeURIComponent(query);
  } catch {
    return query; // A plain percent sign.
  }
}
