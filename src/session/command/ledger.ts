import type { Command } from "commander";
import { now } from "../../host/clock.js";
import { tryReadAt } from "../../journal/file.js";
import {
  type InjectionMade,
  type LedgerEntry,
  type LedgerItem,
  ledgerOf,
  type Tally,
  totalsOf,
} from "../../model/fold/footprint/ledger.js";
import type { IndexedEvent, Store } from "../../model/store/store.js";
import { withMemory } from "../../project/command/open.js";
import { findSession, type Opened } from "../../project/open.js";
import { clean } from "../../render/clean.js";
import { examples } from "../../terminal/help.js";
import { type Flags, parseCount, type Texts } from "../../terminal/option.js";
import { count, print, printJson, style } from "../../terminal/print.js";
import { localTime, parseWhen } from "../../terminal/time.js";

type Options = Flags<"json"> & Texts<"session" | "since"> & { readonly limit: string };

const DEFAULT_SINCE = "30d";

const EXAMPLES = `
Examples:
  $ tidemark @                       the last 30 days
  $ tidemark @ --session 3f2a        one session's
  $ tidemark @ --since 7d --limit 5

A thing is used if its session opens the file, runs the command, or mentions the name afterwards.
What was used is said sooner the next time. Rate by hand: tidemark memory rate file:src/a.ts up`;

export function ledgerCommand(command: Command): void {
  command
    .description("show what sessions were told, and what they used of it")
    .option("--session <id>", "only this session's (the start of its id is enough)")
    .option(
      "--since <when>",
      `only since: 2h, 3d, 1w, today, yesterday, a date or a month (default: ${DEFAULT_SINCE}; a session's whole)`,
    )
    .option("--limit <n>", "show at most this many injections; the totals are of all", "20")
    .option("--json", "print as JSON")
    .addHelpText("after", examples(EXAMPLES))
    .action(run);
}

async function run(options: Options): Promise<void> {
  const limit = parseCount(options.limit, "--limit");
  const { session } = options;
  const when = options.since ?? (session === undefined ? DEFAULT_SINCE : undefined);
  const since = when === undefined ? undefined : parseWhen(when, "--since", now()).from;
  await withMemory((opened) => {
    const entries = ledger(opened, session, since);
    const totals = totalsOf(entries);
    const shown = entries.slice(0, limit);
    if (options.json) return printJson({ since, totals, entries: shown });
    if (entries.length === 0)
      return print(
        "Nothing was told yet in that time. Sessions of a connected agent are told when they begin: tidemark init",
      );
    for (const entry of shown) show(entry);
    if (entries.length > shown.length)
      print(style.dim(`… and ${entries.length - shown.length} more: --limit ${entries.length}`));
    print("");
    print(sumUp(totals, period(options, when)));
  });
}

function show({ at, session, surface, chars, items }: LedgerEntry): void {
  const used = items.filter((item) => item.used === true);
  const unused = items.filter((item) => item.used === false);
  const known = used.length + unused.length;
  const outcome =
    items.length === 0
      ? style.dim("named nothing")
      : known === 0
        ? style.dim(`named ${items.length}, use not known`)
        : `${used.length} of ${known} used`;
  print(
    `${style.dim(localTime(at))}  ${style.bold(session.slice(0, 8).padEnd(8))}  ${surface.padEnd(7)}  ${count(chars, "character").padStart(16)}  ${outcome}`,
  );
  if (used.length > 0) print(`    ${style.green("used")}      ${listed(used)}`);
  if (unused.length > 0) print(`    ${style.dim(`not used  ${listed(unused)}`)}`);
}

function listed(items: readonly LedgerItem[]): string {
  const names = items.map(({ key }) => clean(key));
  let text = "";
  let shown = 0;
  for (const name of names) {
    if (shown > 0 && text.length + name.length > 100) break;
    text += (shown === 0 ? "" : " · ") + name;
    shown++;
  }
  return shown === names.length ? text : `${text} … and ${names.length - shown} more`;
}

function sumUp(totals: ReturnType<typeof totalsOf>, when: string): string {
  const { said, used, injections, chars, kinds } = totals;
  const told = `${count(injections, "injection")}${when}, ${Math.round(chars / injections)} characters on average.`;
  if (said === 0) return `${told} What of it was used is not known yet.`;
  const shares = [share("files", kinds.file), share("commands", kinds.run), share("names", kinds.name)];
  return `${told}\nOf ${count(said, "thing")} said${when}, ${used} ${used === 1 ? "was" : "were"} used (${percent({ said, used })}): ${shares.filter(Boolean).join(", ")}.`;
}

function share(name: string, tally: Tally): string {
  return tally.said === 0 ? "" : `${name} ${percent(tally)}`;
}

function percent({ said, used }: Tally): string {
  return `${Math.round((100 * used) / said)} %`;
}

function period({ session }: Options, when: string | undefined): string {
  const days = /^(\d+)d$/.exec(when ?? "")?.[1];
  if (days !== undefined) return ` in ${count(Number(days), "day")}`;
  if (when !== undefined) return ` since ${when}`;
  return session === undefined ? "" : " in this session";
}

/** Lists what was injected into this project's sessions and what they used of it, newest first. */
function ledger(opened: Opened, session: string | undefined, since = 0): LedgerEntry[] {
  const { home, store } = opened;
  const only = session === undefined ? undefined : findSession(opened, session);
  const project = only?.project ?? opened.project;
  const states = only === undefined ? store.sessions({ project }) : [only];
  const places = states
    .filter(({ lastAt }) => lastAt >= since)
    .flatMap((state) => store.events(project, state.session))
    .filter(({ type }) => type === "injection.made");
  const made = injectionsAt(home, places).filter(({ at }) => at >= since);
  const said = saidIn(store, project, new Set(made.map((injection) => injection.session)));
  return ledgerOf(made, (id) => said.get(id) ?? []);
}

function injectionsAt(home: string, places: readonly IndexedEvent[]): InjectionMade[] {
  return [...new Set(places.map(({ file }) => file))].flatMap((file) => {
    const inFile = places.filter((place) => place.file === file);
    return tryReadAt(home, file, inFile).flatMap((reading) =>
      reading.is === "event" && reading.event.type === "injection.made" ? [reading.event] : [],
    );
  });
}

function saidIn(store: Store, project: string, sessions: ReadonlySet<string>) {
  // Footprints come in the order of sessions, so only those back to the oldest wanted one are read.
  const worked = store.sessions({ project, worked: true });
  const oldest = worked.findLastIndex(({ session }) => sessions.has(session));
  const footprints = oldest === -1 ? [] : store.footprints(project, oldest + 1);
  return new Map(footprints.map(({ session, footprint }) => [session, footprint.said]));
}
