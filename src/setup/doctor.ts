import { existsSync, lstatSync } from "node:fs";
import { join, resolve } from "node:path";
import { SETUPS } from "../agent/adapters.js";
import { isInstalled } from "../agent/known-agent.js";
import { hintOf, messageOf, TidemarkError } from "../error.js";
import { DAY_MS } from "../event/time.js";
import { now as clock } from "../host/clock.js";
import { dataHome, type Env } from "../host/env.js";
import { readErrors } from "../host/log.js";
import { installedProgram, type Program, programName } from "../host/program.js";
import { driverName, openDriver } from "../host/sqlite.js";
import { journalFolder } from "../journal/file.js";
import { drain } from "../model/drain.js";
import { databasePath, onStore } from "../model/store/open.js";
import type { Cursor, Store } from "../model/store/store.js";
import { missingEvents } from "../model/verify.js";
import { bytesOf } from "../upkeep/clean/usage.js";
import { unfinishedForgetting } from "../upkeep/forget/forget-note.js";
import { type AgentCheck, checkAgent } from "./check-agent.js";
import { checkConfig } from "./check-config.js";
import { checkFolder } from "./check-folder.js";
import { type Finding, finding, SET_UP } from "./finding.js";
import { type Trial, tryHooks } from "./try-hooks.js";

export interface DoctorOptions {
  readonly env: Env;
  readonly cwd: string;
  readonly program: Program;
  readonly now?: number;
  /** How often each hook is run; the best time counts. */
  readonly runs?: number;
}

const SLOW_HOOK_MS = 1_000;

/** Checks everything that the hooks need, and runs each of them. Yields each finding at once. */
export function* doctor({ env, cwd, program, now = clock(), runs }: DoctorOptions): Generator<Finding> {
  const home = resolve(dataHome(env));
  const checks = SETUPS.map((setup) => checkAgent(setup, env, cwd));
  const connected = checks.filter(({ isConnected }) => isConnected);
  const isOne = connected.length === 1;
  const trialOptions = { times: runs ?? (isOne ? 3 : 1), isCompared: isOne };
  yield checkNode(process.versions.node);
  yield checkSqlite();
  const { isClosed, ...folder } = checkFolder(home);
  yield folder;
  // Nothing inside an unreadable folder can be checked.
  if (isClosed) return;
  yield* checkConfig(home, env);
  const isAllPlugins = connected.length > 0 && connected.every(({ isPlugin }) => isPlugin);
  if (!isAllPlugins) yield checkProgram(home, program);
  if (connected.length === 0) yield finding("settings", false, "no agent has our hooks", SET_UP);
  for (const check of connected) {
    const agent = check.setup.name;
    for (const found of check.findings) yield { ...found, agent };
    const trials = tryHooks(check.setup, check.hooks, env, trialOptions);
    if (isOne) for (const trial of trials) yield { ...describeTrial(trial), agent };
    else for (const found of summarizeTrials([...trials])) yield { ...found, agent };
  }
  const others = checks.filter(({ setup, isConnected }) => !isConnected && !setup.isUntried);
  yield* suggestAgents(others.filter(({ setup }) => isInstalled(setup, env)));
  yield* checkMemory(home);
  yield* checkForgetting(home);
  yield checkErrors(home, now);
}

function suggestAgents(others: readonly AgentCheck[]): Finding[] {
  if (others.length === 0) return [];
  const titles = others.map(({ setup }) => setup.title).join(", ");
  const names = others.map(({ setup }) => `--agent ${setup.name}`).join(" ");
  const detail = `installed, and not connected: ${titles}`;
  return [{ name: "agents", ok: true, detail, hint: `To connect: tidemark init ${names}` }];
}

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return finding("node", ok, version, "Tidemark needs Node 20.19 or later.");
}

function checkSqlite(): Finding {
  try {
    const driver = openDriver(":memory:");
    const row = driver.prepare("SELECT sqlite_version() AS version").get();
    driver.close();
    return finding("sqlite", true, `${driverName()}, SQLite ${String(row?.["version"])}`);
  } catch (error) {
    return finding("sqlite", false, messageOf(error), hintOf(error));
  }
}

function checkProgram(home: string, program: Program): Finding {
  const installed = installedProgram(home);
  if (installed === undefined) return finding("program", false, "the hooks have no program to run", SET_UP);
  try {
    const expected = programName(program);
    if (installed === expected) return finding("program", true, installed);
    return finding("program", "warn", `${installed}, but this is ${expected}`, SET_UP);
  } catch (error) {
    return finding("program", "warn", `${installed}; this one is not whole: ${messageOf(error)}`);
  }
}

/** Several agents have many hooks, so the working ones share a line. */
function summarizeTrials(trials: readonly Trial[]): Finding[] {
  const described = trials.map((trial) => ({ trial, found: describeTrial(trial) }));
  const wrong = described.filter(({ found }) => found.ok !== true).map(({ found }) => found);
  const times = described.filter(({ found }) => found.ok === true).map(({ trial }) => Math.round(trial.ms));
  if (times.length === 0) return wrong;
  const detail = `${times.length} of ${trials.length} run, in ${Math.min(...times)} to ${Math.max(...times)} ms`;
  return [finding("hooks", true, detail), ...wrong];
}

function describeTrial({ event, problem, answered, ms, ratio }: Trial): Finding {
  const compared = ratio === undefined ? "" : `, ${ratio.toFixed(2)} of a bare Node start`;
  const time = `${Math.round(ms)} ms${compared}`;
  const name = `hook ${event}`;
  if (problem !== undefined) return finding(name, false, `${problem} (${time})`, SET_UP);
  const said = answered > 0 ? `exit 0, ${answered} characters` : "exit 0";
  const hint = "Is the machine under load, or the disk slow?";
  return finding(name, ms > SLOW_HOOK_MS ? "warn" : true, `${said}, ${time}`, hint);
}

function checkErrors(home: string, now: number): Finding {
  const recent = readErrors(home).filter(({ at }) => now - at < 7 * DAY_MS);
  if (recent.length === 0) return finding("errors", true, "none in the last week");
  const lines = recent
    .slice(-5)
    .reverse()
    .map(({ at, hook, error }) => `${when(at)} ${hook}: ${error}`);
  return finding("errors", "warn", [`${recent.length} in the last week`, ...lines].join("\n"));
}

function when(at: number): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? "?" : time.toISOString();
}

const MEMORY = "memory";
/** Only `verify` reads larger journals, because that takes a while. */
const MAX_VERIFIED_BYTES = 100e6;
const REPAIR =
  "Restore the journal's files from a backup if you can, then run: tidemark rebuild. Until then the database knows what they said.";

/** Checks that the journal and the database are complete, and reports the copies that were set aside. */
function checkMemory(home: string): Finding[] {
  if (!existsSync(home)) return [];
  const path = databasePath(home);
  const isThere = existsSync(path) || existsSync(journalFolder(home));
  const present = isThere ? checkPresent(home) : [finding(MEMORY, true, "nothing recorded yet")];
  return [...present, ...checkAside(path)];
}

function checkPresent(home: string): Finding[] {
  try {
    const { store, findings } = onStore(home, { isChecked: true }, (opened) => {
      drain(home, opened);
      return { store: opened, findings: checkStore(home, opened) };
    });
    store.close();
    return findings;
  } catch (error) {
    // This error's own hint is to run `doctor`.
    const isUnwritable = error instanceof TidemarkError && error.code === "home-unwritable";
    const hint = isUnwritable ? "Mend what is said of the data folder, then run this again." : hintOf(error);
    return [finding(MEMORY, false, messageOf(error), hint)];
  }
}

function checkStore(home: string, store: Store): Finding[] {
  const { events, sessions, badLines } = store.counts();
  const gone = store.cursors().filter((cursor) => isGone(home, cursor));
  const findings = gone.map(({ file }) => warn(`${file} is gone from the journal`, REPAIR));
  const missing =
    gone.length > 0 || bytesOf(journalFolder(home)) > MAX_VERIFIED_BYTES ? 0 : missingEvents(home, store);
  if (missing > 0) {
    const what = missing === 1 ? "1 event that was recorded is" : `${missing} events that were recorded are`;
    findings.push(warn(`${what} damaged in the journal since`, REPAIR));
  }
  if (badLines > 0) {
    const places = badLines === 1 ? "1 damaged place" : `${badLines} damaged places`;
    findings.push(warn(`${places} in the journal, left out`, "See them: tidemark verify"));
  }
  return findings.length > 0 ? findings : [finding(MEMORY, true, `${events} events in ${sessions} sessions`)];
}

function checkAside(path: string): Finding[] {
  const damaged = `${path}.damaged`;
  const old = `${path}.old`;
  const findings: Finding[] = [];
  if (existsSync(damaged)) {
    const detail = `a damaged database was set aside on ${dayOf(damaged)} and made anew from the journal`;
    findings.push(warn(detail, `Prove the new one: tidemark verify. Then ${damaged} can be deleted.`));
  }
  if (existsSync(old)) {
    const detail = `a database that knows more than the journal was kept on ${dayOf(old)}`;
    const hint = `Restore the journal's files from a backup if you can, run tidemark rebuild, then delete ${old}. Until then it is the only copy of what they said.`;
    findings.push(warn(detail, hint));
  }
  return findings;
}

export function checkForgetting(home: string): Finding[] {
  const note = unfinishedForgetting(home);
  if (note === undefined) return [];
  const when = note.at > 0 ? ` on ${new Date(note.at).toISOString().slice(0, 10)}` : "";
  const hint = "Run the same tidemark forget again: what it has not reached is still there.";
  return [finding("forget", "warn", `forgetting a ${note.by} began${when} and did not end`, hint)];
}

function isGone(home: string, { file, offset }: Cursor): boolean {
  return offset > 0 && file.includes(".jsonl") && !existsSync(join(journalFolder(home), file));
}

function dayOf(path: string): string {
  return lstatSync(path).ctime.toISOString().slice(0, 10);
}

function warn(detail: string, hint: string): Finding {
  return finding(MEMORY, "warn", detail, hint);
}
