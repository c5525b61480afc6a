import type { Situation } from "../../src/brief/situation.js";
import type { TidemarkEvent } from "../../src/event/registry.js";
import { emptyProfile, lineFor } from "../../src/extra/profile/profile.js";
import { unknownWorld } from "../../src/host/world.js";
import type { Thread } from "../../src/model/fold/thread/thread-state.js";
import type { Phrases } from "../../src/render/phrase.js";
import { recorded } from "./recorded.js";

export const minute = 60_000;
export const hour = 60 * minute;

export function past(list: readonly Pick<TidemarkEvent, "type" | "data">[]): TidemarkEvent[] {
  return list.map(
    (draft, index) =>
      ({
        id: `e${index}`,
        v: 1,
        at: index * 1_000,
        clock: index,
        author: "a",
        project: "p",
        session: "s",
        agent: "claude",
        branch: "feat/retry",
        ...draft,
      }) as TidemarkEvent,
  );
}

export const work = past([
  { type: "prompt.submitted", data: { text: "Add retry with jitter to uploads" } },
  {
    type: "plan.updated",
    data: {
      mode: "whole",
      items: [
        { text: "write the loop", status: "done" },
        { text: "test the third failure", status: "doing" },
        { text: "document the limits", status: "open" },
      ],
    },
  },
  {
    type: "tool.finished",
    data: {
      tool: "Edit",
      action: "edit",
      paths: ["src/upload/retry.ts"],
      ok: true,
      added: 3,
      removed: 1,
      change: "+export function retryUpload() {",
    },
  },
  {
    type: "tool.finished",
    data: { tool: "Edit", action: "edit", paths: ["src/upload/send.ts"], ok: true, added: 1, removed: 0 },
  },
  { type: "tool.finished", data: { tool: "Bash", action: "shell", command: "npm run check", ok: true } },
  {
    type: "tool.finished",
    data: {
      tool: "Bash",
      action: "shell",
      command: "npm test",
      ok: false,
      output: "Exit code 1\nexpected 4 to be 3",
    },
  },
  { type: "turn.ended", data: { message: "One try too many." } },
]);

export const thread = (id: string, title: string, over: Partial<Thread> = {}): Thread => ({
  id,
  title,
  rank: 1,
  topics: [],
  summary: "",
  files: [],
  seen: [],
  words: [],
  norm: 1,
  branches: [],
  sessions: [],
  turns: 1,
  worked: 1,
  firstAt: 0,
  lastAt: 0,
  ...over,
});

export const retry = thread("t1", "Retry with jitter", {
  topics: ["retry", "upload"],
  summary: "The loop is there; its third failure is not tested.",
});
const others = ["Lazy thumbnails", "Login with OAuth", "Nightly backup", "Dark mode"].map((title, at) =>
  thread(`t${at + 2}`, title),
);

export const situation = (over: Partial<Situation> = {}): Situation => ({
  kind: "immediate",
  style: "prose",
  language: "en",
  now: 1_000_000,
  project: "photo-box",
  elapsed: 4 * minute,
  branch: "feat/retry",
  threads: [],
  pins: [],
  rules: [],
  facts: [],
  extra: [],
  world: unknownWorld,
  told: new Set<string>(),
  ...recorded(work, over.kind ?? "immediate"),
  ...over,
});

/** The line of the profile of a person with a role. */
export const profileOf = (role: string) => {
  const identity = { ...emptyProfile.identity, role: { value: role, from: "set" as const } };
  return (phrases: Phrases) => lineFor({ ...emptyProfile, identity }, phrases);
};

export const later: Partial<Situation> = {
  kind: "later",
  elapsed: 3 * hour,
  hot: retry,
  threads: [retry, ...others],
  extra: [profileOf("developer")],
};

export const bare = (over: Partial<Situation>): Situation => {
  const { about: _, view: __, ...rest } = situation(over);
  return rest;
};

/** Without the files, commands and names: which of them are said is a matter of learned weights. */
export function unchosen(text: string): string[] {
  return text.split("\n").filter((line) => !/^(?:Files|Run|Names|Fichiers|Commandes|Noms): /.test(line));
}
