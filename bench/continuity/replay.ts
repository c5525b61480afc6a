import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { claude } from "../../src/agent/claude/agent.js";
import type { Signal } from "../../src/agent/signal.js";
import { boundsWith } from "../../src/capture/bound.js";
import { capture } from "../../src/capture/capture.js";
import { isWithin, projectPath } from "../../src/capture/place/path.js";
import { append, type EventContext } from "../../src/journal/append.js";
import { drain } from "../../src/model/drain.js";
import { openStore } from "../../src/model/store/open.js";
import type { Store } from "../../src/model/store/store.js";
import { redactor } from "../../src/redact/redact.js";
import type { Line } from "./stream.js";

const BOUNDS = boundsWith(redactor([]));
export const PROJECT = "replayed";

/**
 * A memory that recorded payloads are told into the way a hook would: heard, captured, journalled, drained. Only the look
 * at the folder is missing, for it is on another machine: time and branch come from the payload.
 */
export class Replay {
  readonly home = mkdtempSync(join(tmpdir(), "tidemark-replay-"));
  readonly #roots: string[] = [];
  #store: Store | undefined;
  #isBehind = true;

  tell(line: Line): void {
    const heard = claude.hear(line, {});
    const signals: readonly Signal[] =
      line.hook_event_name === "x-AssistantMessage"
        ? [{ is: "said", text: line.text ?? "" }]
        : (heard?.signals ?? []);
    const root = this.#rootOf(line.cwd);
    const dir = projectPath(line.cwd, line.cwd, root);
    const branch = line.git_branch ?? undefined;
    const scene: EventContext = {
      at: Date.parse(line.ts),
      project: PROJECT,
      session: BOUNDS.boundName(line.session_id),
      agent: claude.name,
      ...(branch === undefined ? {} : { branch: BOUNDS.boundName(branch) }),
      ...(dir === "." ? {} : { dir: BOUNDS.boundName(dir, 300) }),
    };
    const locate = (path: string) => projectPath(path, line.cwd, root);
    append(
      this.home,
      signals.flatMap((signal) => capture(signal, locate, BOUNDS)),
      scene,
    );
    this.#isBehind = true;
  }

  /** The read model, drained to the journal's end. */
  store(): Store {
    this.#store ??= openStore(this.home);
    if (this.#isBehind) drain(this.home, this.#store);
    this.#isBehind = false;
    return this.#store;
  }

  close(): void {
    this.#store?.close();
    rmSync(this.home, { recursive: true, force: true });
  }

  // A folder inside a known one is a part of it; every other is a clone or work tree of the same project.
  #rootOf(cwd: string): string {
    const known = this.#roots.find((root) => isWithin(cwd, root));
    if (known !== undefined) return known;
    this.#roots.push(cwd);
    return cwd;
  }
}
