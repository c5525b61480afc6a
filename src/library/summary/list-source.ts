import type { Origin, Source } from "../../brief/source.js";
import { fill } from "../../render/phrase.js";

const BETWEEN = "\n- ";

/** A source that says each item on a line of its own below its label. It is sure of a share, and takes more where there is more. */
export function listSource(
  key: string,
  priority: number,
  label: string,
  items: readonly string[],
  origins: readonly Origin[],
  { least, most = Number.POSITIVE_INFINITY }: { readonly least: number; readonly most?: number },
): Source[] {
  const said = items.filter((text) => text !== "");
  if (said.length === 0) return [];
  const lead = `${label}:${BETWEEN}`;
  const full = lead.length + said.join(BETWEEN).length;
  const ideal = Math.min(full, Math.max(lead.length + SHORTEST, Math.floor(most)));
  return [
    {
      key,
      priority,
      minimum: Math.min(ideal, Math.max(lead.length + SHORTEST, Math.floor(least))),
      ideal,
      because: `${said.length} of them`,
      origins,
      render(room) {
        const body = fill(said, BETWEEN, room - lead.length, LEAST);
        return body === "" ? "" : lead + body;
      },
    },
  ];
}

const SHORTEST = 24;
/** Rather fewer of them than none that can be understood. */
const LEAST = 60;
