import { shortId } from "../../model/fold/stamp.js";

/** Names files so that what goes by one name in two projects is two files. */
export class FileNames {
  readonly #taken = new Set<string>();

  take(name: string, project: string): string {
    const own = fileName(name);
    const free = this.#taken.has(own) ? fileName(`${name} ${project}`) : own;
    this.#taken.add(free);
    return free;
  }
}

const PLAIN = /^[A-Za-z0-9_][\w.-]{0,99}$/;
// Windows keeps these for devices, whatever ending they have.
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** A name from outside as a part of a file's name: it can lead nowhere, and two names stay two. */
export function fileName(name: string): string {
  if (PLAIN.test(name) && !name.endsWith(".") && !DEVICE.test(name)) return name;
  const legible = name
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  return [legible, shortId(name)].filter(Boolean).join("-");
}
