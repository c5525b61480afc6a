import type { Recalling } from "../port.js";
import type { Signal, ToolUse } from "../signal.js";
import { type Fields, fieldsOf, firstText, textOf } from "./fields.js";

/** A read of a path like `.ai/recall/retry jitter`, in any folder, is a question to memory. */
const VIRTUAL = /(?:^|[\\/])\.ai[\\/]recall[\\/]([^\0]*)$/;

/** The file of an answer: `<data folder>/recall/<hash>.md`. */
const HANDED_OVER = /[\\/]recall[\\/][0-9a-f]{16}\.md$/;

const MAX_QUERY_CHARS = 400;

/** The question in a path; undefined for other paths. */
export function recallQuery(path: string): string | undefined {
  if (!path.includes("recall")) return undefined;
  const query = VIRTUAL.exec(path)?.[1];
  return query === undefined ? undefined : decoded(query).trim().slice(0, MAX_QUERY_CHARS);
}

/** The file that a command only prints, in any quoting: `cat FILE`, `head -5 FILE`, `cat FILE | head`. */
export function printedFile(command: string): string | undefined {
  if (!command.includes("recall")) return undefined;
  const word = PRINTING.exec(command)?.[1];
  return word === undefined ? undefined : unquoted(word);
}

/** The tools with which an agent reads a file. */
export interface Readers {
  /** The shell, for a plain `cat`. */
  readonly shell: string;
  /** The tool for reading and its arguments that may name the file. */
  readonly reader?: string;
  readonly paths?: readonly string[];
}

/** Gemini CLI and its fork Qwen Code. */
export const GEMINI_READERS = {
  shell: "run_shell_command",
  reader: "read_file",
  paths: ["file_path", "absolute_path"],
} as const;

export interface Question {
  readonly query: string;
  readonly isCat: boolean;
  readonly input: Fields;
}

/** The question to memory in a call that is about to run. */
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

/** The question in a call, with the answer that hands the result over. */
export function recalling(
  tool: unknown,
  args: unknown,
  readers: Readers,
  handOver: (question: Question, file: string, text: string) => string,
): Recalling | undefined {
  const question = readQuestion(tool, args, readers);
  return question && { query: question.query, handOver: (file, text) => handOver(question, file, text) };
}

/** Works on Windows too: agents run it in a shell that accepts it. */
export function catOf(file: string): string {
  return `cat '${file.replaceAll("\\", "/").replaceAll("'", "'\\''")}'`;
}

/** Rewords a text about recall for an agent that reads files in its shell. */
export function wordForShell(text: string): string {
  return text.replace(READING, "cat $1");
}

/** Rewords it for an agent whose reading tool has another name. */
export function wordForReader(text: string, tool: string): string {
  return text.replace(READING, `${tool}($1)`);
}

const READING = /\bRead\((".ai\/recall\/[^"\n]*")\)/g;

/** Records a question to memory as a search, without the answer. */
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

/** A denied call has no end hook; if the denial is the answer, end the call here. */
export function answered(signal: Signal): Signal[] {
  if (signal.is !== "tool-started") return [signal];
  return [signal, { is: "tool-finished", use: signal.use, ok: true }];
}

/** Exactly one shell word: no variable, no pattern. */
const WORD = "(?:'[^'\\n]*'|\"[^\"$`\\\\!\\n]*\"|\\\\[ '\"&()]|[^\\s'\"`$&|;<>(){}[\\]*?!#\\\\])+";
const OPTIONS = "(?:[ \\t]+-[\\w=-]{0,20}(?:[ \\t]+\\d{1,6})?)*";
const PRINTER = `(?:cat|head|tail|less|more|bat)${OPTIONS}`;
/** One file and no other command, except a folder to go to and a pager behind it. */
const PRINTING = new RegExp(
  `^[ \\t]*(?:cd[ \\t]+${WORD}[ \\t]*&&[ \\t]*)?${PRINTER}[ \\t]+(?:--[ \\t]+)?(${WORD})(?:[ \\t]+2>[ \\t]*/dev/null)?(?:[ \\t]*\\|[ \\t]*${PRINTER})?\\s*$`,
);

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
