import { fstatSync } from "node:fs";
import { constants } from "node:os";
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { TidemarkError } from "../../error.js";
import { dataHome, type Env, hostEnv } from "../../host/env.js";
import { DEFAULTS, MIN_CONTEXT_TOKENS } from "../../library/context/defaults.js";
import { chosenModel } from "../../library/llm/chosen-model.js";
import { languageModel } from "../../library/llm/language-model.js";
import type { LanguageModel } from "../../library/llm/port.js";
import { openTidemark } from "../../library/open-tidemark.js";
import type { Session, Tidemark } from "../../library/tidemark.js";
import { chosenTokens } from "../../library/token/exact.js";
import type { TokenCounter } from "../../library/token/port.js";
import { parseCount } from "../../terminal/option.js";
import { print, printAside, style } from "../../terminal/print.js";
import { printError } from "../../terminal/print-error.js";
import { answer, oneShot, say } from "./answer.js";
import { type After, commandIn, completedCommands } from "./command.js";
import { type Keyboard, openKeyboard } from "./keyboard.js";
import { greet, sayWhere } from "./session-command.js";
import { Talk, type Wishes } from "./talk.js";

interface Options {
  readonly newSession?: boolean;
  readonly resume?: string;
  /** False for `--no-model`. */
  readonly model?: string | false;
  readonly print?: string;
  readonly system?: string;
  readonly limit: string;
  readonly compactAt: string;
  readonly compact: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
The model: TIDEMARK_MODEL, or "model" in config.json, or --model:
  ollama:llama3.2              on this machine: nothing leaves it
  anthropic:claude-sonnet-4-5  with the key in ANTHROPIC_API_KEY
  openai:gpt-5-mini            with the key in OPENAI_API_KEY
  openai:MODEL@URL             any server with OpenAI's protocol; its key in TIDEMARK_MODEL_KEY

Each message is kept before the model is asked, without its secrets. Inside, /help lists commands.

Examples:
  $ tidemark chat                                  go on with the last chat in this project
  $ tidemark chat --new-session --model ollama:llama3.2
  $ tidemark chat --resume 0mi1zq8k                a session by the start of its id
  $ tidemark chat --print "What did we decide about retries?"
  $ git diff | tidemark chat --print "Review this." --new-session
  $ tidemark chat --print /sessions --no-model     commands work without a model`;

export function chatCommand(command: Command): void {
  command
    .description("chat with a model that remembers this project")
    .option("--new-session", "begin another session")
    .option("--resume <id>", "go on with this session (the start of its id is enough)")
    .option("--model <name>", "ask this model: anthropic:, openai: or ollama:, and its name")
    .option("--no-model", "without a model: look at sessions and memory")
    .option("--print <text>", "ask one question, also what is piped in, and end")
    .option("--system <text>", "instructions for the model")
    .option("--limit <tokens>", "at most so many tokens of context", String(DEFAULTS.contextLimit))
    .option("--compact-at <tokens>", "compact from so many tokens on", String(DEFAULTS.threshold))
    .option("--no-compact", "never compact by itself")
    .option("--json", "one question: print JSON lines")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const limit = parseCount(options.limit, "--limit");
  const compactAt = parseCount(options.compactAt, "--compact-at");
  const { newSession, resume, system, json: isJson = false } = options;
  if (newSession && resume !== undefined)
    throw new TidemarkError("bad-argument", "--new-session and --resume exclude each other.");
  const env = hostEnv();
  const model = options.model === false ? undefined : modelFor(env, options.model);
  const question = await questionFrom(options.print);
  if (isJson && question === undefined)
    throw new TidemarkError("bad-argument", "--json is for one question.", {
      hint: 'Such as: tidemark chat --json --print "Where were we?"',
    });
  await chat({
    model,
    tokens: await chosenTokens(env, dataHome(env)),
    session: resume !== undefined ? { is: "id", id: resume } : { is: newSession ? "new" : "last" },
    limit,
    isJson,
    question,
    system,
    compactAt: options.compact ? compactAt : undefined,
  });
}

/** The checked options of the command line. */
interface Chosen extends Omit<Wishes, "note"> {
  readonly model: LanguageModel | undefined;
  readonly tokens: TokenCounter;
  /** `last` falls back to a new session. */
  readonly session: { readonly is: "last" | "new" } | { readonly is: "id"; readonly id: string };
  /** One question instead of a conversation. */
  readonly question?: string;
  readonly isJson: boolean;
}

/** A chat in the current folder, with the sessions and the memory of the library. */
async function chat(chosen: Chosen): Promise<void> {
  const { model, tokens, session, question, isJson, ...wishes } = chosen;
  requireRoom(wishes, tokens);
  const memory = openTidemark({ agent: "chat", tokens, model });
  const isTalking = question === undefined;
  const show = isTalking ? print : isJson ? () => {} : printAside;
  const note = (text: string) => show(style.dim(text));
  const talk = new Talk(memory, model, { ...wishes, note }, tokens, sessionIn(memory, session));
  const close = endWith(talk, isTalking);
  try {
    if (isTalking) await talkInTerminal(talk);
    else await oneShot(talk, question, isJson);
  } finally {
    close();
    memory.close();
  }
}

function requireRoom({ limit, system = "" }: Pick<Wishes, "limit" | "system">, tokens: TokenCounter): void {
  const least = tokens.count(system) + MIN_CONTEXT_TOKENS;
  if (limit >= least) return;
  const beside = system === "" ? "" : " with these instructions";
  throw new TidemarkError("bad-argument", `--limit ${limit} is too little: ${least} is the least${beside}.`);
}

async function talkInTerminal(talk: Talk): Promise<void> {
  greet(talk);
  const isAnswerMissing = sayWhere(talk);
  const keyboard = openKeyboard(() => talk.work?.stop(), completedCommands);
  try {
    await converse(talk, keyboard, isAnswerMissing);
  } finally {
    keyboard.close();
  }
  print("");
}

function sessionIn({ sessions }: Tidemark, chosen: Chosen["session"]): Session {
  if (chosen.is === "id") return sessions.open(chosen.id);
  return (chosen.is === "last" ? sessions.resumeLast() : undefined) ?? sessions.create();
}

/** Handles one entry after the other until the person is done. An error is shown, and the next entry awaited. */
async function converse(talk: Talk, keyboard: Keyboard, isAnswerMissing: boolean): Promise<void> {
  for (let isOffered = isAnswerMissing; ; isOffered = false) {
    const text = await keyboard.read();
    if (text === undefined) return;
    if (text.trim() === "" && !isOffered) continue;
    try {
      const after = text.trim() === "" ? "answer" : await enter(talk, text);
      if (after === "quit") return;
      if (after === "answer") await answer(talk);
    } catch (error) {
      printError(error, false);
    }
  }
}

async function enter(talk: Talk, text: string): Promise<After> {
  const called = commandIn(text);
  if (called !== undefined) return called.command.run(talk, called.argument);
  say(talk, text);
  return "answer";
}

/** Records the answer so far and ends the session when the process exits. Returns a function that does it now. */
function endWith(talk: Talk, isTalking: boolean): () => void {
  const onExit = () => {
    if (isTalking && talk.work !== undefined) print("");
    try {
      talk.leave();
    } catch (error) {
      printError(error, false);
    }
  };
  const listeners = (["SIGINT", "SIGTERM", "SIGHUP"] as const).map((signal) => {
    const listener = () => {
      // Like the key, the signal stops the answer and not the chat.
      if (signal === "SIGINT" && isTalking && talk.work !== undefined) talk.work.stop();
      else process.exit(128 + constants.signals[signal]);
    };
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  process.on("exit", onExit);
  return () => {
    for (const stop of listeners) stop();
    process.off("exit", onExit);
    talk.leave();
  };
}

const MAX_PIPED_CHARS = 4_000_000;

/** The question of a run in a script: the given text, the piped text, or both. Undefined in a terminal. */
async function questionFrom(given: string | undefined): Promise<string | undefined> {
  if (given === undefined && process.stdin.isTTY === true) return undefined;
  const piped = given === undefined || isPiped() ? await readPiped() : "";
  const question = `${given?.trim() ?? ""}\n\n${piped.trim()}`.trim();
  if (question !== "") return question;
  throw new TidemarkError("bad-argument", "There is nothing to ask.", {
    hint: 'In a terminal: tidemark chat. In a script: tidemark chat --print "Where were we?"',
  });
}

/** Any other kind of standard input might never end. */
function isPiped(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isFile();
  } catch {
    return false; // It is closed.
  }
}

async function readPiped(): Promise<string> {
  const piped = await text(process.stdin);
  if (piped.length <= MAX_PIPED_CHARS) return piped;
  throw new TidemarkError("bad-argument", "That is more than any model reads at once.", {
    hint: "Pipe in a part of it.",
  });
}

/** The model of the command line, else of the environment or `config.json`. */
function modelFor(env: Env, named: string | undefined): LanguageModel {
  if (named !== undefined) return languageModel(named, env);
  const home = dataHome(env);
  const chosen = chosenModel(env, home);
  if (chosen !== undefined) return chosen;
  throw new TidemarkError("bad-argument", "No language model is set, so there is nobody to chat with.", {
    hint: waysToSet(home),
  });
}

function waysToSet(home: string): string {
  return [
    "Set one in one of these ways:",
    "  export TIDEMARK_MODEL=ollama:llama3.2              on this machine, by Ollama: nothing leaves it",
    "  tidemark chat --model anthropic:claude-sonnet-4-5  with the key in ANTHROPIC_API_KEY",
    `  {"model": "openai:gpt-5-mini"}                     in ${home}/config.json, with OPENAI_API_KEY`,
    "Another server follows the name, its key is in TIDEMARK_MODEL_KEY: openai:MODEL@http://127.0.0.1:8000/v1",
    "Sessions and memory work without one, too: tidemark chat --no-model",
  ].join("\n");
}
