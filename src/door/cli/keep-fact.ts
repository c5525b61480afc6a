import { findToSupersede } from "../../app/declare/find-remembered.js";
import type { Remembered } from "../../app/declare/project-memory.js";
import { type Kept, type NewFact, remember, rememberOnce } from "../../app/declare/remember.js";
import { speakerIn } from "../../app/declare/speaker.js";
import { here } from "../../app/place/here.js";
import { TidemarkError } from "../../error.js";
import type { DeclaredFact, FactKind } from "../../fold/declared/declared-fact.js";
import { idStart } from "../../fold/stamp.js";
import { now } from "../../host/clock.js";
import { hostEnv } from "../../host/env.js";
import { withMemory } from "./memory.js";
import { parseChoice } from "./option.js";
import { print, printJson, style } from "./print.js";
import { quote } from "./quote.js";
import { ago } from "./time.js";

/** What can be stated. */
export const FACT_KINDS = [
  "decision",
  "blocker",
  "next",
  "done",
  "fact",
  "convention",
  "command",
] as const satisfies readonly FactKind[];

export interface FactOptions {
  readonly because?: string;
  readonly rejected: readonly string[];
  readonly supersedes?: string;
  readonly by?: string;
  readonly json?: boolean;
}

/** How the command that keeps a fact is called, for those it prints. */
export interface Wording {
  readonly add: (kind: FactKind, text: string) => string;
  readonly remove: string;
}

/** Keeps a fact, and says what it may be meant to supersede. */
export async function keepFact(
  kind: FactKind,
  text: string,
  options: FactOptions,
  wording: Wording,
): Promise<void> {
  const { because, rejected } = options;
  const said = { kind, text, rejected, ...(because === undefined ? {} : { reason: because }) };
  const { fact, isNew, similar, superseded } = await keep(said, options);
  if (options.json) {
    printJson({ ...fact, isNew, similar: similar.map(({ id, text }) => ({ id, text })) });
    return;
  }
  print(
    `${isNew ? `Remembered as ${fact.kind}` : `Already remembered, ${ago(fact.at, now())}`}: ${factInWords(fact)}`,
  );
  if (superseded !== undefined) tellSuperseded(superseded);
  print(style.dim(`${isNew ? "Undo" : "To take it back"}: tidemark ${wording.remove} ${idStart(fact.id)}`));
  const [nearest] = similar;
  if (nearest === undefined) return;
  print("\nThis seems to be about the same, and still holds:");
  for (const { id, text, at } of similar)
    print(`  ${style.cyan(idStart(id))}  ${text}  ${style.dim(ago(at, now()))}`);
  const again = `${wording.add(fact.kind, fact.text)}${optionsFor(fact)} --supersedes ${idStart(nearest.id)}`;
  print(style.dim(`If the new one takes its place: tidemark ${again}`));
}

/** A fact with its reason and what was rejected. */
export function factInWords({
  text,
  reason,
  rejected,
}: Pick<DeclaredFact, "text" | "reason" | "rejected">): string {
  const why = reason === undefined ? "" : `, because ${reason}`;
  return `${text}${why}${rejected === undefined ? "" : ` (rejected: ${rejected.join(", ")})`}`;
}

/** The same as options, to be copied. */
function optionsFor({ reason, rejected = [], by }: DeclaredFact): string {
  const why = reason === undefined ? "" : ` --because ${quote(reason)}`;
  const not = rejected.map((text) => ` --rejected ${quote(text)}`).join("");
  return `${why}${not}${by === "agent" ? " --by agent" : ""}`;
}

/**
 * What states a fact again that was taken back. One that was superseded has no such way: it would come back as the
 * latest, and hold.
 */
export function tellUndo(
  { supersededBy, supersedes, ...fact }: DeclaredFact,
  wording: Wording,
  isRemembered: (id: string) => boolean,
): void {
  if (supersededBy !== undefined) return;
  const older =
    supersedes === undefined || !isRemembered(supersedes) ? "" : ` --supersedes ${quote(supersedes)}`;
  print(style.dim(`Undo: tidemark ${wording.add(fact.kind, fact.text)}${optionsFor(fact)}${older}`));
}

async function keep(
  said: Omit<NewFact, "by">,
  { supersedes, by }: FactOptions,
): Promise<Kept & { readonly superseded?: Remembered }> {
  const speaker = speakerIn(hostEnv());
  const who = speaker === undefined ? "user" : "agent";
  const fact = { ...said, by: by === undefined ? who : parseChoice(by, "--by", ["user", "agent"]) };
  try {
    return await withMemory((opened) => {
      if (supersedes === undefined) return rememberOnce(opened, fact, speaker);
      const superseded = findToSupersede(opened, supersedes);
      return { ...rememberOnce(opened, { ...fact, supersedes: superseded.id }, speaker), superseded };
    });
  } catch (error) {
    // It needs the journal alone: to say it twice does less harm than not to keep it.
    const isBusy = error instanceof TidemarkError && error.code === "store-busy";
    if (!isBusy || supersedes !== undefined) throw error;
    return { fact: remember(here(hostEnv(), process.cwd()), fact, speaker), isNew: true, similar: [] };
  }
}

function tellSuperseded({ id, text, supersededBy }: Remembered): void {
  print(`In the place of ${style.cyan(idStart(id))}: ${text}`);
  if (supersededBy === undefined) return;
  print(
    style.yellow(`That one was superseded before, by ${idStart(supersededBy)}: the later of the two holds.`),
  );
}
