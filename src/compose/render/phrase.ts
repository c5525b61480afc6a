import type { Language } from "../../detect/language.js";
import type { MemoryKind, Provenance } from "../../fold/memory/memory-state.js";
import type { CutFile, Kind, WayBack } from "../situation.js";
import type { BranchVerdict } from "../world.js";
import { english } from "./english.js";
import { french } from "./french.js";

/** Everything that is said in a language of its own. */
export interface Phrases {
  header(kind: Kind, elapsed: string): string;
  /** Added where the work was done in another agent than the one that is told; without a title where none is known. */
  otherAgent(title: string | undefined): string;
  duration(ms: number): string;
  branch(name: string): string;
  /** Of what was recorded on a branch that is not merged. */
  staged(name: string): string;
  onBranch: string;
  moved(now: string, then: string): string;
  branchVerdict(verdict: BranchVerdict): string;
  firstUse: string;
  /** Died inside a tool call, or, without a target, somewhere in its last turn; `isOther`: not the session
   * spoken of. `note` is in brackets or "". */
  interrupted(target: string | undefined, ago: string, note: string, isOther: boolean): string;
  /** What became of the files it was at. */
  became(paths: string, verdict: CutFile["verdict"]): string;
  /** The session was started for a branch of work that is not there. */
  missingLine: string;
  /** What can be done about an interruption. */
  recovery: string;
  /** The same with a checkpoint to go back to, and in few words. */
  rollBack(back: WayBack): { readonly full: string; readonly short: string };
  request: string;
  thread: string;
  threads: string;
  /** Threads that bear on a prompt. */
  earlier: string;
  stand: string;
  next: string;
  decided: string;
  rejected: string;
  blocked: string;
  names: string;
  memory: string;
  suggest(topic: string): string;
  open(open: number, all: number): string;
  files: string;
  changedSince: string;
  run: string;
  failing: string;
  answer: string;
  summary: string;
  pinned: string;
  known: string;
  profile: string;
  rules: string;
  /** A word of the profile, such as "owner" or "concise"; any other word as it is. */
  trait(word: string): string;
  since: string;
  commits(count: number): string;
  mostIn(place: string): string;
  /** A conversation that was summed up. */
  conversation: {
    /** Above what a program's model is told; what is between the tags is data. */
    header: string;
    first: string;
    turns: string;
    /** What came between what was summed up and the messages that follow. */
    since: string;
    left: string;
    open: string;
  };
  recall: {
    /** `isOfAll`: of every project. */
    header(shown: number, matched: number, isOfAll: boolean): string;
    nothing(searched: number): string;
    unasked: string;
    ago(elapsed: string): string;
    session(id: string): string;
    project(name: string): string;
    thread(title: string): string;
    superseded: string;
    said(kind: MemoryKind, by: Provenance): string;
    files: string;
    gone: string;
  };
}

export function phrasesFor(language: Language): Phrases {
  return language === "fr" ? french : english;
}
