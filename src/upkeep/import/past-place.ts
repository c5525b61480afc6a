import { isAbsolute } from "node:path";
import { boundsWith } from "../../capture/bound.js";
import { type IdentifiedProject, identifyProject, tellPlace } from "../../capture/place/identify-project.js";
import { projectPath } from "../../capture/place/path.js";
import { projectSeen } from "../../capture/record.js";
import type { Env } from "../../host/env.js";
import { append } from "../../journal/append.js";
import type { Redact } from "../../redact/redactor.js";

/** Where something happened: the project, the folder its paths are relative to, and the folder inside of it. */
export interface PastPlace {
  readonly project: string;
  readonly name: string;
  readonly root: string;
  readonly dir?: string;
}

const LONGEST = 4_096;

interface Ground {
  readonly home: string;
  readonly redact: Redact;
  readonly env: Env;
  readonly now: number;
  readonly isDry: boolean;
}

/** Which project each folder of the past belongs to, looked at once. Folders that are gone are known by their paths. */
export class PastPlaces {
  readonly #places = new Map<string, PastPlace>();
  readonly #untold = new Map<string, IdentifiedProject>();

  constructor(private readonly ground: Ground) {}

  /** Undefined where the record names no folder that could be one. */
  of(cwd: string | undefined): PastPlace | undefined {
    if (cwd === undefined || cwd.length > LONGEST || cwd.includes("\0") || !isAbsolute(cwd)) return undefined;
    const known = this.#places.get(cwd);
    if (known !== undefined) return known;
    const { home, redact, env, isDry } = this.ground;
    const identified = identifyProject(cwd, home, env, isDry);
    const { project, place, learned } = identified;
    const dir = projectPath(cwd, cwd, place.root);
    const found: PastPlace = {
      project,
      name: learned?.name ?? "",
      root: place.root,
      ...(dir === "." ? {} : { dir: boundsWith(redact).boundName(dir, 300) }),
    };
    this.#places.set(cwd, found);
    if (learned !== undefined) this.#untold.set(cwd, identified);
    return found;
  }

  /** Something happened there that is written down now: so is what was learned of the place. */
  tell(cwd: string): void {
    const untold = this.#untold.get(cwd);
    if (untold?.learned === undefined || this.ground.isDry) return;
    this.#untold.delete(cwd);
    const { home, redact, now } = this.ground;
    const scene = { at: now, project: untold.project, session: "", agent: "" };
    append(home, [projectSeen(untold.learned, boundsWith(redact))], scene);
    tellPlace(home, untold.place);
  }
}
