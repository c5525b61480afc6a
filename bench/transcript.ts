import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Wire } from "../src/agent/payload/wire.js";
import { Dice } from "./dice.js";
import { sessionCalls } from "./generate.js";
import * as text from "./text.js";

export interface Transcripts {
  readonly bytes: number;
  /** When the last session ended. */
  readonly end: number;
  /** As earlier versions of Claude Code kept them: without whole requests, so that nearly every row matters. */
  readonly isLean: boolean;
  readonly seed?: number;
}

const FLUSH = 1 << 20;
const HOUR = 3_600_000;
const PROJECTS = ["photo-box", "billing", "website", "harbour"];

/** Writes transcripts of imagined sessions as Claude Code keeps them, until there are so many bytes. */
export function writeTranscripts(
  root: string,
  { bytes, end, isLean, seed = 7 }: Transcripts,
): { readonly bytes: number; readonly turns: number } {
  const dice = new Dice(seed);
  let [written, turns, nth] = [0, 0, 0];
  let at = end - 60 * 24 * HOUR;
  while (written < bytes) {
    const session = `${dice.hex(8)}-${dice.hex(4)}-4${dice.hex(3)}-8${dice.hex(3)}-${dice.hex(12)}`;
    const project = dice.pick(PROJECTS);
    const folder = join(root, `-srv-${project}`);
    mkdirSync(folder, { recursive: true });
    const transcript = new Transcript(
      join(folder, `${session}.jsonl`),
      dice,
      session,
      `/srv/${project}`,
      at,
      isLean,
    );
    const language = nth % 4 === 1 ? "fr" : "en";
    for (const wire of sessionCalls(dice, session, { root: `/srv/${project}`, language }))
      transcript.hear(wire);
    transcript.flush();
    written += transcript.bytes;
    turns += transcript.turns;
    at = transcript.at + dice.between(1, 90) * 60_000;
    nth += 1;
  }
  return { bytes: written, turns };
}

/** One session as Claude Code writes it down, from what it would tell its hooks. */
class Transcript {
  bytes = 0;
  turns = 0;
  #waiting = "";
  #parent: string | null = null;

  constructor(
    private readonly path: string,
    private readonly dice: Dice,
    private readonly session: string,
    private readonly cwd: string,
    public at: number,
    private readonly isLean: boolean,
  ) {}

  hear(wire: Wire): void {
    const { dice } = this;
    const input = { id: wire.tool_use_id, name: wire.tool_name, input: wire.tool_input };
    switch (wire.hook_event_name) {
      case "UserPromptSubmit":
        this.turns += 1;
        this.#row({ type: "user", message: { role: "user", content: wire.prompt } });
        if (!this.isLean) this.#requests();
        return;
      case "PreToolUse":
        if (dice.chance(0.3)) this.#said(text.closing(dice), "tool_use");
        this.#message([{ type: "tool_use", ...input }], "tool_use");
        return;
      case "PostToolUse":
        if (wire.tool_name === "Read") this.#read(wire);
        else this.#result(wire, text.output(dice), { toolUseResult: withFile(wire.tool_response, dice) });
        return;
      case "PostToolUseFailure":
        this.#result(wire, String(wire.error), {}, { is_error: true });
        return;
      case "PostCompact":
        this.#row({ type: "system", subtype: "compact_boundary", compactMetadata: { trigger: "auto" } });
        this.#row({
          type: "user",
          isCompactSummary: true,
          message: {
            role: "user",
            content: `This session is being continued.\nSummary:\n${wire.compact_summary}`,
          },
        });
        return;
      case "Stop":
        this.#said(String(wire.last_assistant_message), "end_turn");
    }
  }

  /** The file stands there twice. */
  #read(wire: Wire): void {
    const content = prose(this.dice, this.dice.between(500, 12_000));
    this.#result(wire, content, { toolUseResult: { type: "text", file: { content, numLines: 80 } } });
  }

  flush(): void {
    this.bytes += Buffer.byteLength(this.#waiting);
    appendFileSync(this.path, this.#waiting);
    this.#waiting = "";
  }

  /** What newer versions keep of each request: some 140 kB a turn that tell nothing new. */
  #requests(): void {
    const blob = () => ({ role: "user", content: text.output(this.dice).repeat(4) });
    for (let nth = 0; nth < 6; nth++) {
      this.#line({
        type: "api-request-shape",
        sessionId: this.session,
        shape: { system: prose(this.dice, 18_000) },
      });
      this.#line({
        type: "api-request-blob",
        sessionId: this.session,
        hash: this.dice.hex(64),
        message: blob(),
      });
    }
    this.#row({
      attachment: { type: "prompt_snapshot", systemPrompt: [prose(this.dice, 25_000)] },
      type: "attachment",
    });
  }

  #said(said: string, stop: string): void {
    this.#message([{ type: "text", text: said }], stop);
  }

  #message(content: readonly unknown[], stop_reason: string): void {
    const usage = {
      input_tokens: 100,
      output_tokens: 20,
      cache_read_input_tokens: 9_000,
      service_tier: "standard",
    };
    const id = `msg_${this.dice.letters(24)}`;
    const message = {
      id,
      type: "message",
      role: "assistant",
      model: "claude-opus-5-5",
      content,
      stop_reason,
      usage,
    };
    this.#row({ message, requestId: `req_${this.dice.letters(24)}`, type: "assistant" });
  }

  #result(wire: Wire, content: string, more: object, part: object = {}): void {
    const result = { tool_use_id: wire.tool_use_id, type: "tool_result", content, ...part };
    this.#row({ type: "user", message: { role: "user", content: [result] }, ...more });
  }

  #row(fields: object): void {
    const uuid = `${this.dice.hex(8)}-${this.dice.hex(4)}-4${this.dice.hex(3)}-9${this.dice.hex(3)}-${this.dice.hex(12)}`;
    this.at += this.dice.between(200, 20_000);
    const where = { userType: "external", entrypoint: "cli", cwd: this.cwd, sessionId: this.session };
    const timestamp = new Date(this.at).toISOString();
    this.#line({
      ...{ parentUuid: this.#parent, isSidechain: false, ...fields, uuid, timestamp },
      ...{ ...where, version: "2.1.325", gitBranch: "main" },
    });
    this.#parent = uuid;
  }

  #line(row: object): void {
    this.#waiting += `${JSON.stringify(row)}\n`;
    if (this.#waiting.length > FLUSH) this.flush();
  }
}

/** An edit's result has the whole file in it. */
function withFile(response: unknown, dice: Dice): unknown {
  const isEdit = typeof response === "object" && response !== null && "structuredPatch" in response;
  return isEdit ? { ...response, originalFile: prose(dice, dice.between(2_000, 14_000)) } : response;
}

function prose(dice: Dice, length: number): string {
  let written = "";
  while (written.length < length) written += `${text.closing(dice)}\n${text.prompt(dice, "en")}\n`;
  return written.slice(0, length);
}
