import type { Phrases } from "../../render/phrase.js";
import { decisionsIn } from "../../text/prose/decision.js";
import { contentWords } from "../../text/prose/subject.js";
import type { Situation } from "../situation.js";
import { mayBeDirty, treeLines } from "../source/tree.js";
import type { Candidate } from "./candidate.js";
import { candidatesIn } from "./candidates.js";
import { type Pool, poolOf } from "./feature.js";

/** Everything that a session could be told in a line: sentences, answers, plans, commits, the work tree. */
export function gather(situation: Situation, phrases: Phrases): Pool {
  const { hot, branch = "" } = situation;
  return poolOf(candidatesOf(situation, phrases), `${hot?.title ?? ""} ${branch}`);
}

function candidatesOf(situation: Situation, phrases: Phrases): Candidate[] {
  const { turns, kind, session, branch, about, hot } = situation;
  const goesOn = kind === "compact" || kind === "resume" || kind === "handover";
  const own = goesOn ? (about?.session ?? session) : session;
  const place = {
    session: about?.session ?? "",
    event: "",
    turn: 0,
    isHot: true,
    turnsAgo: 0,
    sessionsAgo: 0,
    edits: 0,
    isClosed: false,
  };
  const said = candidatesIn({ turns, session: own, goesOn, branch, hot: hot?.sessions ?? [] });
  return [
    ...tree(situation, phrases).map((line) => ({ ...place, ...line })),
    ...said.filter((candidate) => !isRejected(candidate, situation)),
  ];
}

/** A decision whose choice a later one rejects: it would contradict what is told as decided. */
function isRejected({ said, text }: Candidate, { decisions }: Situation): boolean {
  if (said?.label !== "decision" && said?.label !== "reversal") return false;
  const rejected = decisions
    .flatMap((made) => made.rejected.map(contentWords))
    .filter(({ size }) => size > 0);
  if (rejected.length === 0) return false;
  return decisionsIn(text).some(({ choice }) => {
    const words = contentWords(choice);
    return rejected.some((some) => [...some].every((word) => words.has(word)));
  });
}

function tree(
  { tree: state, world, branch }: Situation,
  phrases: Phrases,
): Pick<Candidate, "kind" | "text" | "items">[] {
  if (state === undefined) return [];
  // Where git cannot be asked, the events are all there is.
  const now =
    world.tree ?? (branch === undefined ? undefined : { branch, dirty: mayBeDirty(state), stashes: 0 });
  return treeLines(state, { ...world, tree: now }, phrases).map(({ text, items }) => ({
    kind: "tree",
    text,
    items,
  }));
}
