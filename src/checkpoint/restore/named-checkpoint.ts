import { TidemarkError } from "../../error.js";
import { look } from "../../host/file/foreign-file.js";
import type { Here } from "../../project/here.js";
import type { Checkpoint } from "../checkpoint.js";
import { pointName, readPointName } from "../name.js";
import { earlierCheckpoints, findCheckpoint } from "../record.js";

/** Finds the checkpoint of a name: of this project, or of this folder from a project that was here before. */
export function namedCheckpoint(here: Here, name: string, isHere = false): Checkpoint {
  const found = find(here, name);
  const isElsewhere = found.root !== here.place.root && look(found.root)?.isDirectory() === true;
  if (!isElsewhere || isHere) return found;
  throw new TidemarkError("bad-argument", `${found.id} is of another work tree: ${found.root}`, {
    hint: "Go there first, or add --here to put its files into this one.",
  });
}

/** The context for working on a checkpoint: its own project, whose memory alone records the outcome. */
export function contextFor<T extends Here>(here: T, { project }: Checkpoint): Omit<T, "learned"> & Here {
  if (project === here.project) return here;
  const { learned: _, ...rest } = here;
  // The repository that is here now does not belong to that project.
  return { ...rest, home: here.home, redact: here.redact, project, place: { root: here.place.root } };
}

function find({ home, project, place }: Here, name: string): Checkpoint {
  const { id = "", project: start } = readPointName(name) ?? {};
  const own =
    start === undefined || project.startsWith(start) ? findCheckpoint(home, project, id) : undefined;
  if (own !== undefined && start === undefined) return own;
  const earlier = earlierCheckpoints(home, project, place.root).filter((one) => one.id === id);
  const meant = start === undefined ? [] : earlier.filter((one) => one.project.startsWith(start));
  const [only, second] = own === undefined ? meant : [own, ...meant];
  if (only === undefined) throw notFound(name, start === undefined ? earlier : [], project);
  if (second === undefined) return only;
  throw new TidemarkError("bad-argument", `"${name}" is the start of more than one name.`, {
    hint: `Give more of it: ${[only, second].map((one) => `${one.project}:${one.id}`).join(", ")}`,
  });
}

function notFound(name: string, [earlier]: readonly Checkpoint[], project: string): TidemarkError {
  return new TidemarkError("not-found", `There is no checkpoint "${name}" in this project.`, {
    hint:
      earlier === undefined
        ? "See them with: tidemark checkpoint list --all"
        : `The project that was here before has one: ${pointName(earlier, project)}`,
  });
}
