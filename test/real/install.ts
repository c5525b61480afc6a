import { execFile } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { installNode } from "../../tool/install-node.mjs";

/** Pinned exactly: the payloads and the protocols the tests speak are those of these versions. */
export const PINNED = {
  claude: { title: "Claude Code", version: "2.1.325", packages: ["@anthropic-ai/claude-code"] },
  codex: { title: "Codex", version: "0.166.0", packages: ["@openai/codex"] },
  gemini: { title: "Gemini CLI", version: "0.61.0", packages: ["@google/gemini-cli"] },
  opencode: { title: "OpenCode", version: "1.18.33", packages: ["opencode-ai", "@opencode-ai/plugin"] },
  copilot: { title: "Copilot CLI", version: "1.0.102", packages: ["@github/copilot"] },
  pi: { title: "pi", version: "0.87.1", packages: ["@earendil-works/pi-coding-agent"] },
  qwen: { title: "Qwen Code", version: "0.24.4", packages: ["@qwen-code/qwen-code"] },
} as const;

export type AgentName = keyof typeof PINNED;

export interface Program {
  /** The words that start the agent. */
  readonly words: readonly string[];
  /** Where npm put it, with everything it needs. */
  readonly folder: string;
}

/** Fetches the agent by npm unless it is there already. Needs the real environment, by which npm finds its registry. */
export async function installAgent(name: AgentName, root: string): Promise<Program> {
  const cache = process.env["TIDEMARK_TEST_CACHE"] || join(root, "node_modules", ".cache", "tidemark-agents");
  const folder = join(cache, `${name}-${PINNED[name].version}`);
  if (!programIn(folder, name)) await insist(() => fetchInto(folder, name));
  const program = programIn(folder, name);
  if (!program) throw new Error("npm brought no program for this platform");
  return { folder, words: program.endsWith("js") ? [nodeFor(name, root), program] : [program] };
}

/** A registry that does not answer just now is asked again. */
async function insist(fetch: () => Promise<void>, tries = 4): Promise<void> {
  try {
    await fetch();
  } catch (error) {
    if (tries === 1) throw error;
    await new Promise((wake) => setTimeout(wake, 10_000));
    await insist(fetch, tries - 1);
  }
}

/** The folder appears under its name only when it is whole; what an interrupted install left is redone. */
async function fetchInto(folder: string, name: AgentName): Promise<void> {
  const { version, packages } = PINNED[name];
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1"];
  const wanted = packages.map((part) => `${part}@${version}`);
  await run("npm", ["i", ...quiet, "--prefix", partial, ...wanted], {
    cwd: partial,
    shell: process.platform === "win32",
  });
  if (!programIn(partial, name)) throw new Error("npm brought no program for this platform");
  rmSync(folder, { recursive: true, force: true });
  renameSync(partial, folder);
}

/** Without install scripts the commands of native agents are empty shells; the platform's own package has the program. */
function programIn(folder: string, name: AgentName): string | undefined {
  const { platform, arch } = process;
  const exe = platform === "win32" ? ".exe" : "";
  const targets = [`${platform}-${arch}`, `${platform}-${arch}-musl`];
  const places: Record<AgentName, string[]> = {
    claude: targets.map((target) => `@anthropic-ai/claude-code-${target}/claude${exe}`),
    codex: VENDORED.map((target) => `@openai/codex-${platform}-${arch}/vendor/${target}/bin/codex${exe}`),
    gemini: ["@google/gemini-cli/bundle/gemini.js"],
    opencode: targets.map((target) => `opencode-${target.replace("win32", "windows")}/bin/opencode${exe}`),
    copilot: targets.map((target) => `@github/copilot-${target}/copilot${exe}`),
    pi: ["@earendil-works/pi-coding-agent/dist/bundle/cli.js"],
    qwen: ["@qwen-code/qwen-code/cli-entry.js"],
  };
  const inside = (place: string) => join(folder, "node_modules", place);
  const isWhole = PINNED[name].packages.every((part) => existsSync(inside(part)));
  return isWhole ? places[name].map(inside).find((path) => existsSync(path)) : undefined;
}

const VENDORED = ["x86_64", "aarch64"].flatMap((cpu) =>
  ["unknown-linux-musl", "apple-darwin", "pc-windows-msvc"].map((system) => `${cpu}-${system}`),
);

/** Of those that are written for Node, pi and Qwen Code do not start on Node 20. */
function nodeFor(name: AgentName, root: string): string {
  const tooOld = name !== "gemini" && Number(process.versions.node.split(".", 1)[0]) < 22;
  return tooOld ? installNode(root, "26") : process.execPath;
}

const run = promisify(execFile);
