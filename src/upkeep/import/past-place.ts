import { isAbsolute } from "node:path";
import { boundsWith } from "../../capture/bound.js";
import {
  type IdentifiedProject,
  identifyProject,
  markPlaceRecorded,
} from "../../capture/place/identify-project.js";
import { projectPath } from "../../capture/place/path.js";
import { projectSeen } from "../../capture/record.js";
import { append } from "../../journal/append.js";
import type { PastRequest } from "./import-past.js";

/** The project of a folder; paths are relative to `root`, and `dir` is the folder below it. */
export interface PastPlace {
  readonly project: string;
  readonly name: string;
  readonly root: string;
  readonly dir?: string;
}

const MAX_PATH_CHARS = 4_096;

/** Caches the project of each folder. Folders that are gone are identified by their paths. */
export class PastPlaces {
  readonly #places = new Map<string, PastPlace>();
  readonly #unrecorded = new Map<string, IdentifiedProject>();

  constructor(private readonly request: Pick<PastRequest, "home" | "redact" | "env" | "now" | "isDry">) {}

  /** Undefined if the record names no valid folder. */
  of(cwd: string | undefined): PastPlace | undefined {
    if (cwd === undefined || cwd.length > MAX_PATH_CHARS || cwd.includes("\0") || !isAbsolute(cwd))
      return undefined;
    const known = this.#places.get(cwd);
    if (known !== undefined) return known;
    const { home, redact, env, isDry } = this.request;
    const identified = identifyProject(cwd, home, env, isDry);
    const { project, place, learned } = identified;
    const dir = projectPath(cwd, cwd, place.root);
    const found: PastPlace = {
      project,
      name: learned?.name ?? "",
      root: place.root,
      dir: dir === "." ? undefined : boundsWith(redact).boundName(dir, 300),
    };
    this.#places.set(cwd, found);
    if (learned !== undefined) this.#unrecorded.set(cwd, identified);
    return found;
  }

  /** Records a new project once an event of it is imported. */
  record(cwd: string): void {
    const found = this.#unrecorded.get(cwd);
    if (found?.learned === undefined || this.request.isDry) return;
    this.#unrecorded.delete(cwd);
    const { home, redact, now } = this.request;
    const scene = { at: now, project: found.project, session: "", agent: "" };
    append(home, [projectSeen(found.learned, boundsWith(redact))], scene);
    markPlaceRecorded(home, found.place);
  }
}
