import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { identifyProject } from "../../../src/capture/place/identify-project.js";

/** A folder for projects of all kinds, and a data folder in which nothing is known of them. */
export function projectRoom() {
  const top = mkdtempSync(join(tmpdir(), "tidemark-project-"));
  const home = join(top, "data");

  function folder(...names: string[]): string {
    const path = join(top, ...names);
    mkdirSync(path, { recursive: true });
    return path;
  }

  function repository(name: string, remote?: string): string {
    const root = folder(name);
    git(root, "init", "-q", "-b", "main");
    git(root, "commit", "-q", "--allow-empty", "-m", `begin ${name}`);
    if (remote !== undefined) git(root, "remote", "add", "origin", remote);
    return root;
  }

  function clone(from: string, to: string, remote?: string): string {
    git(top, "clone", "-q", from, to);
    const root = join(top, to);
    if (remote !== undefined) git(root, "remote", "set-url", "origin", remote);
    return root;
  }

  function idOf(cwd: string, env = process.env): string {
    return identifyProject(cwd, home, env).project;
  }

  return { top, home, folder, repository, clone, idOf };
}

export const withoutGit = { ...process.env, PATH: "/nowhere" };

export function git(cwd: string, ...args: string[]): void {
  const who = { GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@example.com" };
  const env = { ...process.env, ...who, GIT_COMMITTER_NAME: "A", GIT_COMMITTER_EMAIL: "a@example.com" };
  execFileSync("git", ["-c", "protocol.file.allow=always", ...args], { cwd, env, stdio: "pipe" });
}
