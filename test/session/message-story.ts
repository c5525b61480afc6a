import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Draft, EventData } from "../../src/event/registry.js";
import { append } from "../../src/journal/append.js";
import { here } from "../../src/project/here.js";
import { open } from "../../src/project/open.js";

/** A machine with a project of its own, on which a program keeps its messages. */
export class Machine {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "tidemark-message-")));
  readonly folder = join(this.root, "photo-box");
  readonly env = { TIDEMARK_HOME: join(this.root, "data"), HOME: this.root, PATH: process.env["PATH"] };
  readonly place;

  constructor() {
    mkdirSync(this.folder);
    this.place = here(this.env, this.folder);
  }

  tell(session: string, drafts: readonly Draft[], agent = "library") {
    const { home, project } = this.place;
    return drafts.map((draft, n) => {
      const [event] = append(home, [draft], { at: NOW - 60_000 + n, project, session, agent });
      if (event === undefined) throw new Error("Nothing was appended.");
      return event;
    });
  }

  open() {
    return open(this.env, this.folder);
  }
}

export const NOW = Date.now();

export const added = (data: EventData<"message.added">): Draft => ({ type: "message.added", data });

/** A question, a call of a tool with its result, and an answer that decides something. */
export const STORY: readonly Draft[] = [
  { type: "session.started", data: { source: "startup", pid: 2_147_483_646 } },
  added({ role: "system", content: "You are a careful engineer." }),
  added({ role: "user", content: "Add retry to uploads in src/upload.ts" }),
  added({
    role: "assistant",
    content: [
      { type: "text", text: "I look at the file." },
      { type: "tool-call", id: "c1", tool: "read_file", input: { path: "src/upload.ts" } },
    ],
  }),
  added({
    role: "tool",
    content: [
      {
        type: "tool-result",
        id: "c1",
        tool: "read_file",
        output: "export const upload = 1;",
        about: { action: "read", paths: ["src/upload.ts"] },
      },
    ],
  }),
  added({ role: "assistant", content: "We decided to use exponential backoff with jitter." }),
  added({
    role: "user",
    content: [
      { type: "text", text: "Here is the picture" },
      { type: "file", mediaType: "image/png", data: "iVBORw0KGgo=", name: "shot.png" },
    ],
    extra: { maker: { cache: true } },
  }),
];
