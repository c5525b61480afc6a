import type { LastCheck, TreeState } from "../../model/fold/item/tree.js";
import { clean, shorten } from "../../render/clean.js";
import type { Phrases } from "../../render/phrase.js";
import { classifyCommand, normaliseCommand } from "../../text/shell/shell.js";
import type { Language } from "../../text/words/language.js";
import type { Situation } from "../situation.js";

type World = Situation["world"];

/** One line about the work tree. */
export interface TreeLine {
  readonly text: string;
  /** The files it names: `file:src/a.ts`. */
  readonly items: readonly string[];
  /** Its rank among the lines, as the priority of a source. */
  readonly weight: number;
}

/** What the work left in the work tree, as far as it still holds, the most important line first. */
export function treeLines(tree: TreeState, world: World, phrases: Phrases): TreeLine[] {
  const present = stillHolding(tree, world);
  const words = WORDS[phrases.language];
  return [
    ...notCommitted(present, words),
    ...notPushed(present, words),
    ...pullRequest(present, words),
    ...(present.stashes === 0 ? [] : [{ text: words.stashes(present.stashes), items: [], weight: 58 }]),
  ];
}

/** The files to ask git about, those edited last at the end. */
export function mayBeDirty({ dirty, doubtful }: Pick<TreeState, "dirty" | "doubtful">): string[] {
  return [...doubtful, ...dirty];
}

/** The part of a tree that git confirms, if it was asked. */
interface Present extends Pick<TreeState, "dirty" | "checks" | "pullRequest" | "stashes"> {
  readonly unpushed: { readonly count: number; readonly last: string };
  /** The branch that was pushed and has no pull request. */
  readonly alone?: string;
}

function stillHolding(tree: TreeState, world: World): Present {
  const { branch = "", checks, pullRequest, unpushed } = tree;
  const now = world.tree;
  const became = world.branch(branch);
  const isOver = became === "merged" || became === "deleted";
  const own = isOver || !tree.isShared ? [] : unpushed.filter((commit) => commit.branch === branch);
  // Git counts the commits of the checked-out branch alone.
  const count = (now?.branch === branch ? now.ahead : undefined) ?? own.length;
  return {
    dirty: now === undefined ? tree.dirty : mayBeDirty(tree).filter((path) => now.dirty.includes(path)),
    checks,
    pullRequest: isOver ? undefined : pullRequest,
    unpushed: { count: own.length === 0 ? 0 : count, last: own.at(-1)?.subject ?? "" },
    alone: tree.isPushedWithoutPullRequest && !isOver ? branch : undefined,
    // A stash is often taken back or dropped by hand, so only git knows that it is still there.
    stashes: Math.min(tree.stashes, now?.stashes ?? 0),
  };
}

const MAX_NAMED = 3;
const MAX_TEXT_CHARS = 72;
const MAX_SCOPE_CHARS = 30;

const short = (text: string, most = MAX_TEXT_CHARS) => shorten(clean(text), most);

function notCommitted({ dirty, checks }: Present, words: Words): TreeLine[] {
  if (dirty.length === 0) return [];
  const named = dirty.slice(-MAX_NAMED).reverse();
  const rest = dirty.length - named.length;
  const names = named.map((path) => short(nameIn(named, path))).join(", ");
  const files = rest === 0 ? names : `${names} (+${rest})`;
  const text = [`${words.notCommitted}: ${files}`, ...checked(checks, words)].join(" · ");
  return [{ text, items: named.map((path) => `file:${path}`), weight: 82 }];
}

/** The name of a file without its folder, unless another one has the same. */
function nameIn(paths: readonly string[], path: string): string {
  const base = baseOf(path);
  return paths.filter((other) => baseOf(other) === base).length === 1 ? base : path;
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** What the checks say of the files as they are now: the tests, or else whatever was run last. */
function checked(checks: readonly LastCheck[], words: Words): string[] {
  const tests = checks.filter(isTest);
  const chosen = tests.length > 0 ? tests : checks.slice(-1);
  const fresh = chosen.filter(({ isStale }) => !isStale);
  const name = (check: LastCheck) => (tests.length > 0 ? words.tests : `\`${short(check.runner)}\``);
  const told = fresh.findLast(({ ok }) => !ok) ?? fresh.find(({ scope }) => scope === "") ?? fresh.at(-1);
  const check = told ?? chosen.at(-1);
  if (check === undefined) return [];
  const { ok, isStale, scope } = check;
  if (!ok) return [words.failed(name(check), short(scope, MAX_SCOPE_CHARS), isStale)];
  return [isStale ? words.stale(name(check)) : words.passed(name(check), short(scope, MAX_SCOPE_CHARS))];
}

function isTest({ runner, command }: LastCheck): boolean {
  const isOfTests = (text: string) => classifyCommand(normaliseCommand(text)) === "test";
  return /\btests?\b/.test(runner) || isOfTests(runner) || isOfTests(command);
}

function notPushed({ unpushed: { count, last } }: Present, words: Words): TreeLine[] {
  if (count === 0) return [];
  return [{ text: words.notPushed(count, short(last)), items: [], weight: 74 }];
}

function pullRequest({ pullRequest, alone }: Present, words: Words): TreeLine[] {
  if (alone !== undefined) return [{ text: words.alone(short(alone)), items: [], weight: 60 }];
  if (pullRequest === undefined || pullRequest.state === "merged" || pullRequest.state === "closed")
    return [];
  const { number, title, state } = pullRequest;
  const name = [number === "" ? "" : `#${clean(number).replace(/^#/, "")}`, short(title)]
    .filter(Boolean)
    .join(" ");
  return [{ text: words.pullRequest(name, state), items: [], weight: 60 }];
}

interface Words {
  readonly notCommitted: string;
  readonly tests: string;
  /** The results of tests, or of a check by its name. What failed is told in a line of its own; `scope` may be "". */
  passed(name: string, scope: string): string;
  failed(name: string, scope: string, isStale: boolean): string;
  stale(name: string): string;
  notPushed(count: number, last: string): string;
  pullRequest(name: string, state: "opened" | "failing" | "passing"): string;
  alone(branch: string): string;
  stashes(count: number): string;
}

const WORDS: { readonly [L in Language]: Words } = {
  en: {
    notCommitted: "Not committed",
    tests: "tests",
    passed: (name, scope) =>
      `${name} ${name === "tests" ? "pass" : "passes"} since the last edit${scope === "" ? "" : ` (${scope})`}`,
    failed: (name, scope, isStale) =>
      `${name} last failed${scope === "" ? "" : `: ${scope}`}${isStale ? ", edited since" : ""}`,
    stale: (name) => `edited since the last ${name === "tests" ? "test run" : `run of ${name}`}`,
    notPushed: (count, last) =>
      count === 1 && last !== ""
        ? `Committed, not pushed: ${last}`
        : `Committed, not pushed: ${count} commits${last === "" ? "" : ` (last: ${last})`}`,
    pullRequest: (name, state) =>
      `Pull request ${name}: ${{ opened: "open", failing: "checks fail", passing: "checks pass" }[state]}`,
    alone: (branch) => `Pushed, no pull request seen: ${branch}`,
    stashes: (count) => `Stash: ${count}`,
  },
  fr: {
    notCommitted: "Non commité",
    tests: "tests",
    passed: (name, scope) =>
      `${name} ${name === "tests" ? "passent" : "passe"} depuis la dernière modification${scope === "" ? "" : ` (${scope})`}`,
    failed: (name, scope, isStale) =>
      `${name} en échec au dernier passage${scope === "" ? "" : ` : ${scope}`}${isStale ? ", modifié depuis" : ""}`,
    stale: (name) => `modifié depuis le dernier passage ${name === "tests" ? "des tests" : `de ${name}`}`,
    notPushed: (count, last) =>
      count === 1 && last !== ""
        ? `Commité, non poussé: ${last}`
        : `Commité, non poussé: ${count} commits${last === "" ? "" : ` (dernier : ${last})`}`,
    pullRequest: (name, state) =>
      `Pull request ${name}: ${{ opened: "ouverte", failing: "vérifications en échec", passing: "vérifications passées" }[state]}`,
    alone: (branch) => `Poussé, aucune pull request vue: ${branch}`,
    stashes: (count) => `Stash: ${count}`,
  },
};
