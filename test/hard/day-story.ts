import type { Random } from "./random.js";

/** One hook call of the day. */
export interface Step {
  readonly n: number;
  readonly agent: string;
  readonly session: string;
  readonly project: number;
  readonly hook: string;
  /** Milliseconds since the last step. */
  readonly after: number;
  readonly fields: { readonly [field: string]: unknown };
}

export interface Story {
  readonly sessions: number;
  readonly steps: number;
  readonly projects: number;
}

// Those whose payloads have one shape, so that one story fits all of them.
const AGENTS = ["claude", "qwen", "opencode", "kimi"] as const;
const AT_ONCE = 6;
const FILES = ["src/parse.ts", "src/upload/retry.ts", "src/name.ts", "test/parse.test.ts", "docs/readme.md"];
const WISHES = [
  "mend the parser",
  "retry the upload with jitter",
  "rename what is named twice",
  "go on",
  "why does it fail?",
];

/** A day of several people: sessions side by side, each with its turns, tools, compactions, and one end or none. */
export function* tellDay(random: Random, { sessions, steps, projects }: Story): Generator<Step> {
  const open: Session[] = [];
  let begun = 0;
  let n = 0;
  const average = steps / sessions;
  while (n < steps) {
    while (open.length < AT_ONCE && begun < sessions) {
      const agent = random.pick(AGENTS);
      const length = Math.max(12, Math.round(average * (0.3 + 1.4 * random.next())));
      open.push(new Session(`day-session-${begun}`, agent, begun++ % projects, length));
    }
    const session = open.length === 0 ? undefined : random.pick(open);
    if (session === undefined) throw new Error("The day has no session left.");
    const isLast = begun === sessions && open.length === 1;
    const { hook, fields } = session.next(random, isLast);
    const after = random.int(200, 8_000);
    yield {
      n: n++,
      agent: session.agent,
      session: session.name,
      project: session.project,
      hook,
      after,
      fields,
    };
    if (session.isOver && !isLast) open.splice(open.indexOf(session), 1);
  }
}

class Session {
  readonly name: string;
  readonly agent: string;
  readonly project: number;
  #left: number;
  #plan: Call[] = [];
  #calls = 0;
  isOver = false;

  constructor(name: string, agent: string, project: number, length: number) {
    this.name = name;
    this.agent = agent;
    this.project = project;
    this.#left = length;
    this.#plan = [{ hook: "SessionStart", fields: { source: "startup" } }];
  }

  next(random: Random, isLast: boolean): Call {
    const call = this.#plan.shift();
    if (call === undefined) {
      this.#plan = this.#turn(random);
      return this.next(random, isLast);
    }
    this.#left -= 1;
    // Two of three end as they should; the others are simply not heard of again.
    if (this.#left <= 0 && !isLast) {
      this.isOver = true;
      if (random.chance(0.65)) return { hook: "SessionEnd", fields: { reason: "exit" } };
    }
    return call;
  }

  #turn(random: Random): Call[] {
    const file = random.pick(FILES);
    const plan: Call[] = [
      { hook: "UserPromptSubmit", fields: { prompt: `${random.pick(WISHES)} in ${file}` } },
    ];
    for (let tool = random.int(3, 18); tool > 0; tool--) plan.push(...this.#tool(random, file));
    if (random.chance(0.12))
      plan.push(
        { hook: "PreCompact", fields: { trigger: "auto" } },
        { hook: "PostCompact", fields: { trigger: "auto", compact_summary: `Half of ${file} is done.` } },
        { hook: "SessionStart", fields: { source: "compact" } },
      );
    plan.push({
      hook: "Stop",
      fields: { last_assistant_message: `I mended ${file}. Next: look at ${random.pick(FILES)}.` },
    });
    return plan;
  }

  #tool(random: Random, file: string): Call[] {
    const id = `mk.${this.name.replace(/\D+/, "s")}.${this.#calls++}.end`;
    const isEdit = random.chance(0.4);
    const fields = isEdit
      ? {
          tool_name: "Edit",
          tool_input: { file_path: file, old_string: "a", new_string: "b" },
          tool_use_id: id,
        }
      : { tool_name: "Bash", tool_input: { command: "npm test", description: "Test" }, tool_use_id: id };
    const started = { hook: "PreToolUse", fields };
    const stdout = random.chance(0.3) ? `Error: ${file} failed at line ${random.int(1, 400)}` : "12 passed";
    const finished = { hook: "PostToolUse", fields: { ...fields, tool_response: { stdout, stderr: "" } } };
    return random.chance(0.03) ? [started] : [started, finished];
  }
}

interface Call {
  readonly hook: string;
  readonly fields: { readonly [field: string]: unknown };
}
