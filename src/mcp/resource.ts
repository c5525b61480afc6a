import type { DecisionNode } from "../model/fold/decision/decision-tree.js";
import { activePins } from "../model/fold/declared/declared.js";
import { idStart } from "../model/fold/stamp.js";
import { decisionsOf } from "../project/decisions.js";
import { localTime } from "../terminal/time.js";
import { recorded } from "./answer.js";
import { atDesk } from "./desk.js";
import { profileText } from "./tool/profile.js";
import { sessionText } from "./tool/session.js";
import type { Caller } from "./work.js";

const MOST_TREES = 20;
const SESSION = /^tidemark:\/\/session\/([\w.%-]{1,200})$/;

/** What stands under an address, or undefined where nothing does. */
export async function resourceText(uri: string, caller: Caller): Promise<string | undefined> {
  switch (uri) {
    case "tidemark://state":
      return sessionText("state", undefined, caller);
    case "tidemark://sessions":
      return sessionText("list", undefined, caller);
    case "tidemark://decisions":
      return decisions(caller);
    case "tidemark://pins":
      return pins(caller);
    case "tidemark://profile":
      return profileText(caller);
  }
  const [, id] = SESSION.exec(uri) ?? [];
  return id === undefined ? undefined : sessionText("show", id, caller);
}

function pins(caller: Caller): Promise<string> {
  return atDesk(caller, ({ store, project, now }) => {
    const state = store.project(project);
    const lines = (state === undefined ? [] : activePins(state, now)).map(
      ({ id, text, priority, expires }) => {
        const end = expires === undefined ? "" : `, until ${localTime(expires)}`;
        return `${idStart(id)} (${priority}${end}): ${text}`;
      },
    );
    return lines.length === 0
      ? "Nothing is pinned here."
      : recorded("What every session here is told:", lines);
  });
}

function decisions(caller: Caller): Promise<string> {
  return atDesk(caller, (desk) => {
    const { lines } = decisionsOf(desk, { limit: MOST_TREES });
    const trees = lines.flatMap(({ groups }) => groups.flatMap((group) => group.trees));
    if (trees.length === 0) return "Nothing was decided here yet.";
    const head = "What was decided here; what took the place of another stands below it:";
    return recorded(
      head,
      trees.flatMap((tree) => treeLines(tree, "")),
    );
  });
}

function treeLines(node: DecisionNode, indent: string): string[] {
  const { id, choice, reason, rejected, isCurrent, children } = node;
  const why = reason === undefined ? "" : `, because ${reason}`;
  const not = rejected.length === 0 ? "" : ` (rejected: ${rejected.join(", ")})`;
  return [
    `${indent}${isCurrent ? "" : "no longer: "}${choice}${why}${not} [${idStart(id)}]`,
    ...children.flatMap((child) => treeLines(child, `${indent}  `)),
  ];
}
