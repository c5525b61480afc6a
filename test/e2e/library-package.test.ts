import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const repository = resolve(import.meta.dirname, "../..");
const installed = join(repository, "node_modules");
const PEERS = ["@anthropic-ai/sdk", "openai", "ai"];
const ADAPTERS = ["anthropic", "openai", "ai-sdk"];

let root: string;
let packed: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "tidemark-package-"));
  const env = { ...process.env, HOME: root, npm_config_cache: join(root, "npm") };
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", root];
  const [{ filename }] = JSON.parse(execFileSync("npm", args, { cwd: repository, env, encoding: "utf8" }));
  execFileSync("tar", ["-xzf", join(root, filename), "-C", root]);
  packed = join(root, "package");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A program's folder with the package in it, and those others that are named. */
function consumer(
  name: string,
  others: readonly string[],
  files: { readonly [file: string]: string },
): string {
  const folder = join(root, name);
  const link = (from: string, to: string) => {
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(from, to);
  };
  // A copy and not a link: whatever it imports must be found from here.
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  cpSync(packed, join(folder, "node_modules", "tidemark"), { recursive: true });
  for (const other of others) link(join(installed, other), join(folder, "node_modules", other));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }');
  return folder;
}

/** What the compiler has to say of the program and of our declarations; those of others are their own matter. */
function complaints(folder: string): string[] {
  const options = {
    target: "es2023",
    lib: ["es2023", "esnext.disposable"],
    module: "nodenext",
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    allowJs: true,
    noEmit: true,
  };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: options, include: ["*.ts", "*.mjs"] }),
  );
  const compiler = join(installed, "typescript", "bin", "tsc");
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", folder], { cwd: folder, encoding: "utf8" });
  const lines = stdout.split("\n").filter((line) => /error TS\d+/.test(line));
  return lines.filter((line) => !/^(?:\.\.\/|.*node_modules\/(?!tidemark\/))/.test(line));
}

function run(folder: string, file: string) {
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder, TIDEMARK_HOME: join(folder, "data") };
  return spawnSync(process.execPath, [file], { cwd: folder, env, encoding: "utf8" });
}

/** Compiles only where the types are what they say: `any` would let the last line pass. */
const MAIN = `
import { openTidemark, type NewMessage, type Part, type Session, TidemarkError } from "tidemark";
const tidemark = openTidemark({ project: "." });
const session: Session = tidemark.sessions.create({ title: "A day" });
const part: Part = { type: "tool-call", id: "1", tool: "read", input: { path: ["a", 1, null] } };
const message: NewMessage = { role: "assistant", content: [part, { type: "text", text: "hi" }] };
session.add(message);
for (const { content } of session.context({ last: 3 }).messages)
  if (typeof content !== "string") for (const one of content) if (one.type === "file") one.mediaType.trim();
// @ts-expect-error: no such role
session.add({ role: "robot", content: "hi" });
// @ts-expect-error: a call has an id
const wrong: Part = { type: "tool-call", tool: "read", input: {} };
// @ts-expect-error: parts are no any
const never: never = part.type === "tool-call" ? part.id : part;
export const failed = (error: unknown) => error instanceof TidemarkError && error.code === "bad-argument" && [wrong, never];
tidemark.close();
`;

const WITH_PEERS = `
import Anthropic from "@anthropic-ai/sdk";
import { generateText, type LanguageModel, wrapLanguageModel } from "ai";
import OpenAI from "openai";
import { openTidemark } from "tidemark";
import { fromModelMessages, tidemarkMiddleware, toModelMessages } from "tidemark/ai-sdk";
import { fromAnthropic, toAnthropic } from "tidemark/anthropic";
import { fromOpenAI, fromResponses, toOpenAI, toResponses } from "tidemark/openai";

using tidemark = openTidemark();
const session = tidemark.sessions.resumeLast() ?? tidemark.sessions.create();

export async function anthropic(client: Anthropic) {
  const answer = await client.messages.create({ model: "m", max_tokens: 9, ...toAnthropic(session.context()) });
  for (const message of fromAnthropic(answer)) session.add(message);
  for (const message of fromAnthropic({ role: "user", content: "hi" })) session.add(message);
}
export async function openai(client: OpenAI) {
  const answer = await client.chat.completions.create({ model: "m", messages: toOpenAI(session.context()) });
  for (const message of fromOpenAI(answer)) session.add(message);
  const response = await client.responses.create({ model: "m", input: toResponses(session.context()) });
  for (const message of fromResponses(response)) session.add(message);
}
export async function aiSdk(model: Exclude<LanguageModel, string>) {
  const { instructions, messages } = toModelMessages(session.context());
  if (model.specificationVersion !== "v4") return;
  const remembering = wrapLanguageModel({ model, middleware: tidemarkMiddleware(session, { compact: { keep: 4 } }) });
  await generateText({ model: remembering, messages });
  const { responseMessages } = await generateText({ model, ...(instructions ? { instructions } : {}), messages });
  for (const message of fromModelMessages(responseMessages)) session.add(message);
}
// @ts-expect-error: what is converted is no any
toAnthropic(session.context()).messages[0]?.role.nonsense;
// @ts-expect-error: the same
toOpenAI(session.context())[0]?.role.nonsense;
`;

const IN_JAVASCRIPT = `
// @ts-check
import { openTidemark } from "tidemark";
import { fromAnthropic, toAnthropic } from "tidemark/anthropic";

const tidemark = openTidemark();
const session = tidemark.sessions.create();
for (const message of fromAnthropic([{ role: "user", content: "hi" }])) session.add(message);
const { messages } = toAnthropic(session.context());
console.log(messages[0]?.content);
// @ts-expect-error: a message has a role
if (messages.length > 9) session.add({ content: "hi" });
tidemark.close();
`;

describe("the package", () => {
  test("has types that need no SDK", () => {
    const folder = consumer("main", ["@types/node", "undici-types"], { "main.ts": MAIN });
    expect(complaints(folder)).toEqual([]);
  });

  test("has types that fit the SDKs", () => {
    const folder = consumer("peers", ["@types/node", "undici-types", ...PEERS], { "peers.ts": WITH_PEERS });
    expect(complaints(folder)).toEqual([]);
  });

  test("is checked in JavaScript, and runs there without any SDK", () => {
    const files = { "plain.mjs": IN_JAVASCRIPT };
    const typed = consumer("checked", ["@types/node", "undici-types", ...PEERS], files);
    expect(complaints(typed)).toEqual([]);
    const { stdout, stderr } = run(consumer("plain", ["libsql"], files), "plain.mjs");
    expect({ stdout, stderr }).toEqual({ stdout: "hi\n", stderr: "" });
  });

  test.each(ADAPTERS)("tidemark/%s is imported without any SDK", (name) => {
    const text = `import * as adapter from "tidemark/${name}"; console.log(Object.keys(adapter).join());`;
    const { stdout, stderr } = run(consumer(`bare-${name}`, [], { "bare.mjs": text }), "bare.mjs");
    expect(stderr).toBe("");
    expect(stdout).toBe(`${EXPORTS[name]}\n`);
  });
});

describe("the examples in the adapters' comments", () => {
  const folder = join(repository, "src", "library");
  const files = ADAPTERS.flatMap((name) =>
    readdirSync(join(folder, name)).map((file) => ({
      file,
      text: readFileSync(join(folder, name, file), "utf8"),
    })),
  );
  const examples = files.flatMap(({ file, text }) =>
    [...text.matchAll(/^ \* ```js\n([\s\S]*?)^ \* ```$/gm)].map(
      ([, code = ""]) => [file.replace(".ts", ".mjs"), code.replace(/^ \* ?/gm, "")] as const,
    ),
  );

  test("run as they stand", () => {
    expect(examples).toHaveLength(9);
    const others = ["libsql", ...PEERS];
    const there = consumer("examples", others, Object.fromEntries(examples));
    for (const [file] of examples)
      expect({ file, stderr: run(there, file).stderr }).toEqual({ file, stderr: "" });
  });
});

const EXPORTS: { readonly [name: string]: string } = {
  anthropic: "fromAnthropic,toAnthropic",
  openai: "fromOpenAI,fromResponses,toOpenAI,toResponses",
  "ai-sdk": "fromModelMessages,tidemarkMiddleware,toModelMessages",
};
