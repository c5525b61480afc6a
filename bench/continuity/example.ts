import { commandFeatures, fileFeatures, nameFeatures } from "../../src/brief/choose/feature.js";
import type { Item, Moment } from "../../src/brief/choose/history.js";
import type { ItemKind } from "../../src/brief/choose/score.js";
import { type View, viewFrom } from "../../src/brief/choose/view.js";
import { readShell } from "../../src/text/shell/shell.js";
import { namesIn } from "../../src/text/words/name.js";
import { PROJECT, Replay } from "./replay.js";
import { type Gold, type Line, readGold, readStream } from "./stream.js";

/** One candidate at one question: how it looked, whether it was needed, whether it was mentioned. */
interface Row {
  readonly key: string;
  readonly x: readonly number[];
  readonly gold: boolean;
  readonly future: boolean;
}

export interface Example {
  readonly project: string;
  readonly case: string;
  readonly moment: Moment;
  readonly isReal: boolean;
  readonly view: View;
  readonly rows: { readonly [K in ItemKind]: readonly Row[] };
}

interface Future {
  isFile(key: string): boolean;
  isCommand(key: string): boolean;
  isName(key: string): boolean;
  mentions(key: string): boolean;
}

const WINDOW = 30;
const EVERY = 12;
const LIMIT = 30;

/** Every question of a stream with its candidates, and between them cuts of our own in the middle of sessions. */
export function examplesOf(project: string): Example[] {
  const lines = readStream(project);
  const golds = readGold(project);
  const replay = new Replay();
  const examples: Example[] = [];
  const calls = new Map<string, number>();
  try {
    lines.forEach((line, at) => {
      if (line.t === "event") {
        replay.tell(line);
        if (!line.hook_event_name?.startsWith("PostToolUse")) return;
        const n = (calls.get(line.session_id) ?? 0) + 1;
        calls.set(line.session_id, n);
        if (n < 8 || n % EVERY !== 0) return;
        const window = windowOf(lines, at, line.session_id);
        if (window.filter((next) => next.hook_event_name?.startsWith("PostToolUse")).length < 15) return;
        examples.push(exampleAt(replay, project, line, "going", futureOf(window)));
        return;
      }
      const gold = golds.get(line.case_id ?? "");
      if (gold === undefined) return;
      const moment = line.kind === "next" ? "start" : line.kind === "prompt" ? "prompt" : "going";
      examples.push(exampleAt(replay, project, line, moment, futureOfGold(gold)));
    });
  } finally {
    replay.close();
  }
  return examples;
}

function exampleAt(replay: Replay, project: string, line: Line, moment: Moment, future: Future): Example {
  const view = viewAt(replay, line, moment);
  const { history, reading } = view;
  const rows = (
    items: readonly Item[],
    features: (item: Item) => number[],
    isGold: (key: string) => boolean,
  ): Row[] =>
    items.map((item) => ({
      key: item.key,
      x: features(item),
      gold: isGold(item.key),
      future: future.mentions(item.key),
    }));
  return {
    project,
    case: line.case_id ?? "",
    moment,
    isReal: line.t === "ask",
    view,
    rows: {
      file: rows(history.files, (item) => fileFeatures(item, history, reading), future.isFile),
      command: rows(history.commands, (item) => commandFeatures(item, history, reading), future.isCommand),
      name: rows(
        history.names.filter(({ key }) => !reading.prompt.includes(key)),
        (item) => nameFeatures(item, history, reading),
        future.isName,
      ),
    },
  };
}

function viewAt(replay: Replay, line: Line, moment: Moment): View {
  const store = replay.store();
  const walks = store.footprints(PROJECT, LIMIT);
  const own = store.session(PROJECT, line.session_id)?.state;
  const last = store
    .sessions({ project: PROJECT, worked: true, limit: 3 })
    .filter((state) => state.session !== line.session_id);
  return viewFrom({
    walks,
    states: moment === "going" && own !== undefined ? [own, ...last] : last,
    moment,
    session: line.session_id,
    now: Date.parse(line.ts),
    ...(line.git_branch ? { branch: line.git_branch } : {}),
    ...(line.prompt ? { prompt: line.prompt } : {}),
  });
}

function windowOf(lines: readonly Line[], at: number, session: string): Line[] {
  const window: Line[] = [];
  let calls = 0;
  for (const line of lines.slice(at + 1)) {
    if (line.t !== "event" || line.session_id !== session) continue;
    if (line.hook_event_name?.startsWith("PostToolUse") && ++calls > WINDOW) break;
    window.push(line);
  }
  return window;
}

function futureOf(window: readonly Line[]): Future {
  const text = window
    .map((line) => [line.prompt ?? "", line.text ?? "", JSON.stringify(line.tool_input ?? "")].join("\n"))
    .join("\n");
  const files = new Set<string>();
  const commands = new Set<string>();
  const names = new Set<string>();
  for (const line of window) {
    for (const name of namesIn(line.prompt ?? "")) names.add(name);
    const input = fields(line.tool_input);
    for (const name of ["file_path", "path", "notebook_path"])
      if (input[name]) files.add(String(input[name]));
    if (line.tool_name === "Bash") {
      const command = String(input["command"] ?? "");
      commands.add(readShell(command).text);
      for (const name of namesIn(command)) names.add(name);
      for (const word of command.split(/\s+/)) if (word.includes("/")) files.add(word);
    }
    for (const name of namesIn(String(input["pattern"] ?? ""))) names.add(name);
  }
  return {
    isFile: (key) => [...files].some((file) => samePath(key, file)),
    isCommand: (key) => commands.has(key),
    isName: (key) => names.has(key),
    mentions: (key) => text.includes(key.slice(key.lastIndexOf("/") + 1)),
  };
}

function futureOfGold(gold: Gold): Future {
  const text = `${gold.future_text} ${gold.files_all.join(" ")}`;
  return {
    isFile: (key) => gold.files.some((file) => samePath(key, file)),
    isCommand: (key) => gold.cmds.includes(key),
    isName: (key) => gold.idents.includes(key),
    mentions: (key) => text.includes(key.slice(key.lastIndexOf("/") + 1)),
  };
}

function samePath(one: string, other: string): boolean {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}

function fields(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
