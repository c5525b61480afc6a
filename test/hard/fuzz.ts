import { join } from "node:path";
import type { Subject } from "./fuzz-subject.js";
import type { Payload, Scene } from "./payload.js";
import { prose, type Random } from "./random.js";
import type { Room } from "./room.js";

/** One payload that no sane agent would send, and what was done to it. */
export interface Fuzzed {
  readonly mutation: string;
  readonly bytes: Uint8Array;
}

/** Where the payloads say that they come from. */
export interface Ground extends Pick<Room, "top" | "work"> {
  /** Folders in which agents keep their own records. */
  readonly records: readonly string[];
  /** How large a text may be: a few megabytes for one agent, less for the others, which all use the same bounds. */
  readonly largest: number;
}

const SOURCES = ["startup", "resume", "clear", "compact", "fork", "", "Startup", "\u0000", "constructor"];

/** Texts that try to leave the data folder, to be run by a shell, or to break whoever believes them. */
export function hostileTexts(room: Pick<Room, "top">, token: string): string[] {
  const up = "../".repeat(24);
  const mark = (name: string) => join(room.top, "mark", `${token}-${name}`);
  return [
    `${up}tmp/${token}`,
    `..\\..\\..\\${token}`,
    `/tmp/${token}/evil`,
    mark("absolute"),
    `journal/../../${token}`,
    `a\u0000${mark("nul")}`,
    `$(touch ${mark("dollar")})`,
    `\`touch ${mark("tick")}\``,
    `; touch ${mark("semicolon")};`,
    `' || touch ${mark("quote")} #`,
    `"\ntouch ${mark("newline")}\n`,
    `|touch ${mark("pipe")}`,
    `--output=${mark("option")}`,
    `-c core.fsmonitor=touch\t${mark("git")}`,
    "'; DROP TABLE event; --",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "/etc/passwd",
    "/dev/zero",
    "/dev/stdin",
    "/proc/self/mem",
    "/proc/self/environ",
    "file:///etc/passwd",
    "~/.ssh/id_rsa",
    "\\\\host\\share\\x",
    "CON",
    "__proto__",
    ".".repeat(5_000),
    "a/".repeat(3_000),
    "\u202e\u2066gnp.exe",
    "\ud83d\ude00".repeat(300),
    "\ud800",
    "x\udfffy",
    "\ufeff",
    "\u2028\u2029\r\n",
    "",
    " ",
  ];
}

/** Makes the n-th payload of an agent: every kind of mutation comes again and again, in turn. */
export function fuzz(
  { hooks, payload }: Subject,
  n: number,
  random: Random,
  ground: Ground,
  hostile: readonly string[],
): Fuzzed {
  const scene: Scene = {
    session: `fuzz-${random.int(0, 40)}`,
    cwd: random.pick([
      ground.work,
      join(ground.work, "repository"),
      join(ground.work, "missing"),
      ground.top,
    ]),
    transcript: join(
      random.pick(ground.records),
      random.pick(["good", "noise", "deep", "long", "none"]).concat(".jsonl"),
    ),
  };
  const hook = hooks[n % hooks.length] ?? "PostToolUse";
  const whole = payload(hook, scene, `fz-${n}-end`);
  const mutation = random.pick(Object.keys(MUTATIONS));
  const bytes = MUTATIONS[mutation]?.(whole, random, hostile, { ...scene, largest: ground.largest }) ?? "";
  return { mutation: `${mutation} ${hook}`, bytes: typeof bytes === "string" ? Buffer.from(bytes) : bytes };
}

type Mutation = (
  whole: Payload,
  random: Random,
  hostile: readonly string[],
  about: Scene & Pick<Ground, "largest">,
) => string | Uint8Array;

const text = (value: unknown) => JSON.stringify(value);

const MUTATIONS: { readonly [name: string]: Mutation } = {
  none: (whole) => text(whole),
  empty: (_, random) =>
    random.pick(["", " ", "\n", "\u0000", "{}", "[]", "null", "true", "0", '""', "{", "[{"]),
  noise: (_, random) => random.bytes(random.int(1, 4_000)),
  truncated: (whole, random) => text(whole).slice(0, random.int(0, text(whole).length - 1)),
  "flipped bytes": (whole, random) => {
    const bytes = Buffer.from(text(whole));
    for (let flips = random.int(1, 8); flips > 0; flips--)
      bytes[random.int(0, bytes.length - 1)] = random.int(0, 255);
    return bytes;
  },
  "wrong type": (whole, random, hostile) => text(spoil(whole, random, hostile)),
  "all null": (whole) => text({ ...nulled(whole), hook_event_name: whole["hook_event_name"] }),
  "hostile session": (whole, random, hostile, { session }) =>
    text(everyText(whole, (value) => (value === session ? random.pick(hostile) : value))),
  "hostile cwd": (whole, random, hostile, { cwd }) =>
    text(everyText(whole, (value) => (value === cwd ? random.pick(hostile) : value))),
  "hostile transcript": (whole, random, hostile, { transcript }) =>
    text(everyText(whole, (value) => (value === transcript ? random.pick(hostile) : value))),
  "hostile everywhere": (whole, random, hostile) => text(everyText(whole, () => random.pick(hostile))),
  "hostile and huge fields": (whole, random, hostile, { largest }) => {
    const huge = hugeText(random, largest);
    return text(everyText(whole, () => (random.chance(0.2) ? huge : random.pick(hostile))));
  },
  "hook name": (whole, random, hostile) =>
    text({
      ...whole,
      hook_event_name: random.pick([
        ...hostile,
        "Nope",
        null,
        5,
        [],
        {},
        "sessionstart",
        "toString",
        "x".repeat(10_000),
      ]),
    }),
  source: (whole, random, hostile) =>
    text({
      ...whole,
      hook_event_name: "SessionStart",
      source: random.pick<unknown>([...SOURCES, ...hostile, null, 1, {}, []]),
    }),
  prompt: (whole, random, hostile) =>
    text({
      ...whole,
      hook_event_name: "UserPromptSubmit",
      prompt: random.pick([
        ...hostile,
        prose(random, 40_000),
        "<task-notification>",
        "</tidemark>",
        "\u001b[2J",
      ]),
    }),
  "deep object": (whole, random) => nest(whole, random, '{"n":', "}"),
  "deep list": (whole, random) => nest(whole, random, "[", "]"),
  "huge text": (whole, random, _, { largest }) => {
    const huge = hugeText(random, largest);
    const field = random.pick([
      "session_id",
      "cwd",
      "prompt",
      "last_assistant_message",
      "source",
      "error",
      "model",
      ...Object.keys(whole),
    ]);
    return text({ ...whole, [field]: huge });
  },
  "long path": (whole, random, _, { largest }) => {
    const name = random.pick(["/a", "/..", "/\u00e9", "a/", "\\a", "/C:"]);
    const path = name.repeat(random.pick([2_000, 50_000, largest / 3]));
    const field = random.pick(["cwd", "transcript_path", "tool_input"]);
    return text({ ...whole, [field]: field === "tool_input" ? { file_path: path } : path });
  },
  "huge response": (whole, random, _, { largest }) =>
    text({
      ...whole,
      tool_response: random.pick<unknown>([
        hugeText(random, largest),
        { stdout: hugeText(random, largest) },
        [{ text: hugeText(random, largest) }],
      ]),
    }),
  "huge input": (whole, random, _, { largest }) =>
    text({
      ...whole,
      tool_name: random.pick([
        "Edit",
        "Write",
        "Bash",
        "Grep",
        "MultiEdit",
        "apply_patch",
        whole["tool_name"],
      ]),
      tool_input: {
        command: hugeText(random, largest),
        content: "a\n".repeat(largest / 8),
        file_path: "src/a.ts",
      },
    }),
  "many fields": (whole, random, _, { largest }) =>
    text({
      ...whole,
      ...Object.fromEntries(Array.from({ length: random.int(100, largest / 150) }, (_, n) => [`f${n}`, n])),
    }),
  list: (whole, random) =>
    text(random.pick<unknown>([[whole, whole], [whole], [[]], [null], "text", 1.5e300])),
  twice: (whole) => `${text(whole)}\n${text(whole)}`,
  "byte order mark": (whole) => `\ufeff${text(whole)}`,
  "UTF-16": (whole, random) => {
    const little = Buffer.from(`\ufeff${text(whole)}`, "utf16le");
    return random.chance(0.5) ? little : little.swap16();
  },
  "lone surrogate": (whole, random) => {
    // Both as an escape and as the three bytes that are no UTF-8.
    const escaped = text({ ...whole, prompt: "@@", session_id: "@@" });
    const isEscape = random.chance(0.5);
    return isEscape
      ? escaped.replaceAll("@@", random.pick(["\\ud800", "\\udc00\\ud800", "a\\udbffb"]))
      : Buffer.from(escaped.replaceAll("@@", "\u00ed\u00a0\u0080"), "latin1");
  },
  "odd time": (whole, random) => {
    const time = random.pick<unknown>([
      "1970-01-01T00:00:00Z",
      "9999-12-31T23:59:59Z",
      "not a date",
      -1,
      1e30,
      0,
      null,
    ]);
    return text({ ...whole, ts: time, timestamp: time, duration_ms: time, time });
  },
  plan: (whole, random, hostile, { largest }) =>
    text({
      ...whole,
      hook_event_name: "PostToolUse",
      tool_name: random.pick(["TodoWrite", "TaskCreate", "TaskUpdate", "ExitPlanMode", "update_plan"]),
      tool_input: random.pick<unknown>([
        {
          todos: Array.from({ length: largest / 1_000 }, () => ({
            content: random.pick(hostile),
            status: "pending",
          })),
        },
        { todos: '[{"content":"a","status":7}]' },
        { todos: "[".repeat(50_000) },
        { subject: random.pick(hostile), taskId: 1e21, status: {} },
        { plan: hugeText(random, largest) },
        { taskId: "__proto__", status: "completed" },
      ]),
    }),
  patch: (whole, random, _, { largest }) =>
    text({
      ...whole,
      hook_event_name: "PostToolUse",
      tool_name: "Edit",
      tool_input: { file_path: "src/a.ts", old_string: 3, new_string: [] },
      tool_response: random.pick<unknown>([
        { structuredPatch: [{ lines: [1, null, "+a", {}] }, null, "x"] },
        { structuredPatch: {} },
        { structuredPatch: Array.from({ length: largest / 150 }, () => ({ lines: ["+x", "-y"] })) },
      ]),
    }),
};

const BAD: readonly unknown[] = [
  null,
  0,
  -1,
  1e308,
  true,
  false,
  "",
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  "x",
  -0.5,
  { toString: 1 },
];

/** Puts a value of another type at one to three places, at any depth. */
function spoil(whole: Payload, random: Random, hostile: readonly string[]): unknown {
  const copy: Payload = structuredClone(whole);
  for (let times = random.int(1, 3); times > 0; times--) {
    let spot = copy;
    for (;;) {
      const name = random.pick(Object.keys(spot));
      const below = spot[name];
      if (isPayload(below) && Object.keys(below).length > 0 && random.chance(0.6)) {
        spot = below;
        continue;
      }
      // A copy: what is put in may be spoiled in its turn.
      spot[name] = structuredClone(random.chance(0.7) ? random.pick<unknown>(BAD) : random.pick(hostile));
      break;
    }
  }
  return copy;
}

function isPayload(value: unknown): value is Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function nulled(whole: Payload): Payload {
  return Object.fromEntries(Object.keys(whole).map((name) => [name, null]));
}

function everyText(whole: Payload, make: (value: string) => string): Payload {
  return Object.fromEntries(
    Object.entries(whole).map(([name, value]) => {
      if (name === "hook_event_name") return [name, value];
      if (isPayload(value)) return [name, everyText(value, make)];
      return [name, typeof value === "string" ? make(value) : value];
    }),
  );
}

// Written by hand: JSON.stringify would run out of stack first.
function nest(whole: Payload, random: Random, open: string, close: string): string {
  const depth = random.pick([10, 500, 5_000, 20_000, 100_000]);
  const field = random.pick([
    "tool_input",
    "tool_response",
    "prompt",
    "session_id",
    "extra",
    ...Object.keys(whole),
  ]);
  const inner = random.chance(0.8) ? `${open.repeat(depth)}1${close.repeat(depth)}` : open.repeat(depth);
  return `${text({ ...whole, [field]: "@@" }).replace('"@@"', inner)}`;
}

function hugeText(random: Random, largest: number): string {
  const size = Math.round(largest * random.pick([0.03, 0.2, 0.3, 1]));
  switch (random.int(0, 7)) {
    case 0:
      return "x".repeat(size);
    case 1:
      return " ".repeat(size);
    case 2:
      return "a=b ".repeat(size / 4);
    case 3:
      return "\n".repeat(size);
    case 4:
      return "/a".repeat(size / 2);
    case 5:
      return "}".repeat(size);
    case 6:
      return "-----BEGIN PRIVATE KEY-----\n".repeat(size / 28);
    default:
      return prose(random, 20_000).repeat(size / 20_000 + 1);
  }
}
