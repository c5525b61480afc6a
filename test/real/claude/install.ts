import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

/** Pinned exactly: the payloads and the protocol the tests speak are those of this version. */
export const VERSION = "2.1.325";

declare module "vitest" {
  export interface ProvidedContext {
    /** The native program, or why there is none. */
    claude: { readonly program: string } | { readonly missing: string };
  }
}

/** Vitest's global setup: it still has the real environment, which npm needs to find its registry. */
export default function setup(project: TestProject): void {
  try {
    project.provide("claude", { program: install(folderOf(project.config.root)) });
  } catch (error) {
    if (process.env["CI"] === "true") throw error;
    const missing = `Claude Code ${VERSION} could not be installed`;
    console.warn(`${missing}: ${error}`);
    project.provide("claude", { missing });
  }
}

function folderOf(root: string): string {
  const cache = process.env["TIDEMARK_TEST_CACHE"] || join(root, "node_modules", ".cache", "tidemark-agents");
  return join(cache, `claude-${VERSION}`);
}

function install(folder: string): string {
  const present = programIn(folder);
  if (present) return present;
  // The folder appears under its name only when it is whole; what an interrupted install left is redone.
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  npmInstall(partial);
  if (!programIn(partial)) throw new Error("npm brought no program for this platform");
  rmSync(folder, { recursive: true, force: true });
  renameSync(partial, folder);
  return programIn(folder) ?? folder;
}

function npmInstall(prefix: string): void {
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1"];
  execFileSync("npm", ["i", ...quiet, "--prefix", prefix, `@anthropic-ai/claude-code@${VERSION}`], {
    cwd: prefix,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
}

/** Without install scripts the `claude` command is an empty shell; the platform's own package has the program. */
function programIn(folder: string): string | undefined {
  const { platform, arch } = process;
  const file = platform === "win32" ? "claude.exe" : "claude";
  return [`${platform}-${arch}`, `${platform}-${arch}-musl`]
    .map((target) => join(folder, "node_modules", "@anthropic-ai", `claude-code-${target}`, file))
    .find((program) => existsSync(program));
}
