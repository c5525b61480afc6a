import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Draft } from "../../src/event/registry.js";
import { append } from "../../src/journal/append.js";
import { drain } from "../../src/model/drain.js";
import { openStore } from "../../src/model/store/open.js";
import type { Store } from "../../src/model/store/store.js";
import { immediateSimilarity } from "../../src/recall/ask-recall.js";
import { type RecallOptions, recall } from "../../src/recall/recall.js";
import type { Recalled } from "../../src/recall/recollection.js";

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const NOW = Date.UTC(2026, 10, 16, 12);

/** One turn of a story. */
export interface Turn {
  readonly session: string;
  readonly daysAgo: number;
  readonly ask: string;
  readonly answer?: string;
  readonly work?: readonly Draft[];
  readonly branch?: string;
  readonly project?: string;
  /** The agent has not stopped yet. */
  readonly isOpen?: boolean;
}

/** A journal that is written as hooks write it, and the database made of it. */
export class Story {
  readonly home = join(mkdtempSync(join(tmpdir(), "tidemark-recall-")), "data");
  #store: Store | undefined;

  turn({ ask, answer, work = [], isOpen = false, ...where }: Turn): void {
    this.write({ type: "prompt.submitted", data: { text: ask } }, where);
    for (const draft of work) this.write(draft, where);
    if (!isOpen) this.write({ type: "turn.ended", data: { message: answer ?? "" } }, where);
  }

  /** Returns the event's id. */
  write(draft: Draft, { session = "", daysAgo = 0, branch, project = "p" }: Partial<Turn> = {}): string {
    const scene = { at: NOW - daysAgo * DAY, project, session, agent: "claude" };
    const [event] = append(this.home, [draft], { ...scene, ...(branch === undefined ? {} : { branch }) });
    return event?.id ?? "";
  }

  /** Drained to the journal's end. */
  get store(): Store {
    this.#store ??= openStore(this.home);
    drain(this.home, this.#store);
    return this.#store;
  }

  /** As somebody asks who cannot wait: with the words and the vector that are at hand at once. */
  ask(query: string, more: Partial<RecallOptions> = {}, project = "p"): Recalled {
    const { words, vector } = immediateSimilarity(this.home, query);
    const means = words === undefined || vector === undefined ? {} : { words, vector };
    return recall(this.store, project, query, { now: NOW, ...means, ...more });
  }

  close(): void {
    this.#store?.close();
  }
}

export function edit(path: string, change = "+ changed"): Draft {
  return {
    type: "tool.finished",
    data: { tool: "Edit", action: "edit", paths: [path], ok: true, added: 3, removed: 1, change },
  };
}

export function run(command: string, failure?: string): Draft {
  const output = failure === undefined ? {} : { output: failure };
  return {
    type: "tool.finished",
    data: { tool: "Bash", action: "shell", command, ok: failure === undefined, ...output },
  };
}

/** Some months of a project about photos, by two kinds of writers: English, and now and then French. */
export function tellPhotoBox(story: Story): void {
  story.turn({
    session: "upload-a",
    daysAgo: 120,
    branch: "fix/upload",
    ask: "The upload test is flaky, it fails on every third run in CI",
    answer: "The test raced the retry timer. It now waits for the fake clock before it asserts.",
    work: [
      run(
        "npm test -- upload",
        "FAIL test/upload.test.ts > gives up after three tries\nAssertionError: expected 4 to be 3",
      ),
      edit("test/upload.test.ts", "+ await clock.runToLast()"),
      edit("src/upload/RetryPolicy.ts", "+ attempts < limit"),
      run("npm test -- upload"),
    ],
  });
  story.turn({
    session: "upload-b",
    daysAgo: 110,
    branch: "fix/upload",
    ask: "Which backoff should uploads use?",
    answer:
      "We decided to use full jitter for the upload backoff because otherwise all clients come back at the same moment. A fixed delay was rejected.",
    work: [edit("src/upload/RetryPolicy.ts", "+ Math.random() * delay")],
  });
  story.turn({
    session: "map",
    daysAgo: 90,
    branch: "feat/map",
    ask: "Draw the photos on a harbour map with clusters",
    answer: "Markers are clustered by zoom level, and the legend counts them.",
    work: [edit("src/map/cluster_markers.ts"), run("npm run build")],
  });
  story.turn({
    session: "invoice",
    daysAgo: 60,
    branch: "main",
    ask: "Corrige la génération des factures : les montants sont arrondis deux fois dans le total",
    answer: "Les montants sont maintenant arrondis une seule fois, à la fin du calcul de la facture.",
    work: [edit("src/billing/invoiceTotal.ts"), run("npm test -- billing")],
  });
  story.turn({
    session: "thumbs",
    daysAgo: 30,
    branch: "feat/thumbs",
    ask: "Thumbnails of portrait photos are rotated wrongly",
    answer: "The EXIF orientation is applied before the crop now.",
    work: [edit("src/image/thumbnail.ts"), run("npm test -- thumbnail")],
  });
  story.turn({
    session: "login",
    daysAgo: 10,
    branch: "feat/login",
    ask: "Add a login page with a magic link",
    answer: "The link expires after ten minutes; the session cookie is strict.",
    work: [edit("src/auth/magicLink.ts"), edit("src/page/login.tsx")],
  });
  story.turn({
    session: "deps",
    daysAgo: 3,
    branch: "main",
    ask: "Upgrade the dependencies and clean up the readme",
    answer: "All packages are at their latest minor version; the readme has a table of contents.",
    work: [edit("package.json"), edit("README.md"), run("npm install")],
  });
}
