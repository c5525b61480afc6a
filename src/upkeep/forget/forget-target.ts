import { isAbsolute, projectPath } from "../../capture/place/path.js";
import type { Checkpoint } from "../../checkpoint/checkpoint.js";
import type { ForgetWhat } from "../../checkpoint/forget/forget.js";
import { TidemarkError } from "../../error.js";
import type { Envelope } from "../../event/envelope.js";
import type { EventData } from "../../event/registry.js";
import { eachEvent } from "../../model/history.js";
import type { Here } from "../../project/here.js";
import { FORGOTTEN, type Wording } from "./erase-message.js";
import { type Eraser, escapePattern, eventEraser, pathEraser, sessionEraser, textEraser } from "./eraser.js";
import { unfinishedForgetting } from "./forget-note.js";
import { readPattern } from "./forget-pattern.js";

/** Exactly one of the first four is set. */
export interface ForgetRequest {
  readonly event?: string;
  readonly session?: string;
  readonly path?: string;
  readonly pattern?: string;
  /** By default a path means this project's file, a text means every project, and a session must be unique. */
  readonly scope?: "project" | "all";
}

/** How to find something in every copy. */
export interface ForgetTarget {
  readonly by: EventData<"history.forgotten">["by"];
  readonly eraser: Eraser;
  /** Finds the bare name of a path, which stays because it may mean another file. */
  readonly bare?: Eraser;
  /** Selects the files in checkpoints. */
  readonly files?: Omit<ForgetWhat, "isTrial">;
  /** Changes the name of a session. */
  readonly rename?: (session: string) => string;
  /** Selects the checkpoints that go entirely. */
  readonly isOwn?: (checkpoint: Pick<Checkpoint, "id" | "project" | "session">) => boolean;
}

export function readTarget(place: Here, cwd: string, request: ForgetRequest): ForgetTarget {
  const { event, session, path, pattern, scope } = request;
  if ([event, session, path, pattern].filter((what) => what !== undefined).length !== 1) {
    throw new TidemarkError(
      "bad-argument",
      "Say what to forget: one of --event, --session, --path, --pattern.",
    );
  }
  if (event !== undefined) return eventTarget(place.home, event);
  if (session !== undefined) return sessionTarget(place, session, scope);
  if (path !== undefined) return pathTarget(place, cwd, path, scope === "all" ? undefined : place.project);
  return patternTarget(pattern ?? "", scope === "project" ? place.project : undefined);
}

function eventTarget(home: string, prefix: string): ForgetTarget {
  const found = new Map<string, Envelope>();
  eachEvent(home, {}, (event) => {
    if (event.id.startsWith(prefix)) found.set(event.id, event);
  });
  const id = onlyOne(home, [...found.keys()], prefix, "event", "tidemark history --json");
  const event = found.get(id);
  const made = event?.type === "checkpoint.created" ? checkpointIn(event.data) : undefined;
  return {
    by: "event",
    eraser: eventEraser(id),
    isOwn: made === undefined ? undefined : (one) => one.id === made && one.project === event?.project,
  };
}

function sessionTarget(
  { home, project: here }: Here,
  prefix: string,
  scope: ForgetRequest["scope"],
): ForgetTarget {
  const project = scope === "project" ? here : undefined;
  const found = new Map<string, { events: Set<string>; projects: Set<string> }>();
  eachEvent(home, { session: prefix, project }, ({ id, session, project: of }) => {
    const known = found.get(session) ?? { events: new Set(), projects: new Set() };
    found.set(session, known);
    known.events.add(id);
    known.projects.add(of);
  });
  const session = onlyOne(home, [...found.keys()], prefix, "session", "tidemark sessions --all");
  const { events, projects } = found.get(session) ?? { events: new Set<string>(), projects: new Set() };
  if (projects.size > 1 && scope === undefined) {
    throw new TidemarkError("bad-argument", `There is a session "${session}" in ${projects.size} projects.`, {
      hint: "Add --project for the one of the project you are in, or --all for all of them.",
    });
  }
  return {
    by: "session",
    eraser: sessionEraser(session, events, project),
    isOwn: (checkpoint) =>
      checkpoint.session === session && (project === undefined || checkpoint.project === project),
  };
}

function pathTarget({ place }: Here, cwd: string, path: string, project: string | undefined): ForgetTarget {
  const kept = projectPath(path, cwd, place.root);
  if (kept === "." || kept === "" || kept === "/") {
    throw new TidemarkError("bad-argument", "This is the whole project, not a file or folder in it.", {
      hint: "Name a path inside of it, or forget its sessions one by one: tidemark forget --session ID",
    });
  }
  const wording = pathWording(kept, [place.root]);
  // Files outside of the project are in no checkpoint, but a checkpoint may name them.
  const isInside = !isAbsolute(kept) && !/^(?:~|\.\.)(?:\/|$)/.test(kept);
  return {
    by: "path",
    eraser: pathEraser(wording, project),
    bare: kept.includes("/") ? textEraser(pathWording(kept.replace(/^.*\//, ""), []), project) : undefined,
    files: { paths: isInside ? [kept] : undefined, mentions: wording.isIn, project },
  };
}

function patternTarget(text: string, project: string | undefined): ForgetTarget {
  const { isInBytes, ...wording } = readPattern(text);
  return {
    by: "pattern",
    eraser: textEraser(wording, project),
    rename: wording.replace,
    files: { matches: isInBytes, project },
  };
}

function onlyOne(
  home: string,
  found: readonly string[],
  prefix: string,
  what: "event" | "session",
  list: string,
): string {
  const exact = found.find((id) => id === prefix);
  const [first, second] = exact === undefined ? found : [exact];
  if (prefix !== "" && first !== undefined && second === undefined) return first;
  if (prefix !== "" && first !== undefined) {
    throw new TidemarkError("bad-argument", `"${prefix}" is the start of more than one ${what}.`, {
      hint: `Give more of it: ${found.slice(0, 4).join(", ")}`,
    });
  }
  // An interrupted forgetting may have removed it from the journal only.
  if (prefix !== "" && unfinishedForgetting(home)?.by === what) return prefix;
  throw new TidemarkError("not-found", `There is no ${what} "${prefix}".`, {
    hint: `See them with: ${list}`,
  });
}

function checkpointIn(data: unknown): string | undefined {
  const id: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "checkpoint") : undefined;
  return typeof id === "string" ? id : undefined;
}

/** Finds a file or folder by its relative path, or by its absolute path below one of the roots. */
export function pathWording(path: string, roots: readonly string[]): Wording {
  const names = [path, ...roots.map((root) => `${root.replace(/\/+$/, "")}/${path}`)];
  const spelled = names.map(escapePattern).join("|");
  // Not the end of another path or the start of a longer name, but everything below a folder.
  const find = new RegExp(
    `(?<![\\w./~-])(?:\\./)?(?:${spelled})(?:/[^\\s"'\`<>|;:,)\\]}]*)?(?![\\w-]|\\.\\w)`,
    "g",
  );
  return {
    needle: new RegExp(escapePattern(JSON.stringify(path).slice(1, -1))),
    replace: (text) => text.replace(find, FORGOTTEN),
    isIn: (text) => text.search(find) !== -1,
  };
}
