import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { run as runHook } from "../../src/hook/capture.js";

/** Runs the bundles of a built hook, but loads them once: most of what a hook costs is its start. */
export class InsideHook {
  readonly #hook: string;
  readonly #input: string;
  readonly #output: string;
  readonly #require: NodeJS.Require;

  /** The folder is for standard input and output. */
  constructor(hook: string, folder: string) {
    this.#hook = hook;
    this.#require = createRequire(hook);
    [this.#input, this.#output] = [join(folder, "stdin"), join(folder, "stdout")];
  }

  /** Hears one payload. Returns what was said on standard output. */
  hear(agent: string, payload: string | Uint8Array): string {
    writeFileSync(this.#input, payload);
    standAs(0, this.#input, "r");
    standAs(1, this.#output, "w");
    const { run } = this.#bundle<{ run: typeof runHook }>("capture");
    run(agent, (name) => this.#bundle(name), this.#hook);
    return readFileSync(this.#output, "utf8");
  }

  #bundle<T>(name: string): T {
    return this.#require(`./${name}.cjs`);
  }
}

/** Puts a file in the place of standard input or output: the lowest number that is free is the one just closed. */
function standAs(fd: 0 | 1, path: string, flags: string): void {
  closeSync(fd);
  if (openSync(path, flags) !== fd) throw new Error(`${path} is not ${fd}`);
}
