import { openItems } from "../model/fold/session/plan.js";
import type { SessionState, TurnState } from "../model/fold/session/session-state.js";
import type { WholeState } from "../session/whole-state.js";
import { ago, localTime } from "../terminal/time.js";

const MOST_FILES = 20;
const MOST_TURNS = 25;
const LONGEST_ANSWER = 200;

/** Where a session stands, line by line; what is not known has no line. */
export function stateLines(state: SessionState, whole: WholeState, now: number): string[] {
  const { status, context, files, checkpoints, project } = whole;
  return [
    row("session", `${state.session} (${state.agent}), ${status}, last active ${ago(state.lastAt, now)}`),
    row("project", project.isHere ? "" : `another one: ${project.name || project.id}`),
    row("branch", state.branch),
    row("intent", context.intent),
    row("request", state.work.request),
    row("phase", context.phase),
    row("action", state.work.action),
    row("running", state.running.map((call) => `${call.tool} ${call.target}`).join(" · ")),
    ...openItems(state.plan).map(({ text, status: how }) => `${how}: ${text}`),
    row(
      "decided",
      state.found.decisions
        .map(({ choice }) => choice)
        .slice(-5)
        .join(" · "),
    ),
    row("failing", state.blockers.map(({ command }) => command).join(" · ")),
    row("created", newest(files.created)),
    row("changed", newest(files.modified)),
    row("deleted", newest(files.deleted)),
    row("checkpoints", checkpoints.map(({ id }) => id).join(", ")),
    row("answer", state.closing?.text.slice(0, LONGEST_ANSWER)),
  ].filter((line) => line !== "");
}

/** A session turn by turn, its last one first: that is the one which is asked for. */
export function turnLines(state: SessionState, turns: readonly TurnState[], now: number): string[] {
  const told = turns.filter(({ n, tools }) => n > 0 || tools > 0);
  const left = told.length - MOST_TURNS;
  return [
    `${state.session} (${state.agent}), last active ${ago(state.lastAt, now)}`,
    ...told.slice(-MOST_TURNS).reverse().flatMap(linesOf),
    ...(left > 0 ? [`and ${left} earlier`] : []),
  ];
}

function linesOf({ at, request, edited, commands, closing }: TurnState): string[] {
  return [
    `${localTime(at)} ${request || "(before the first prompt)"}`,
    ...(edited.length === 0 ? [] : [`  changed: ${newest(edited)}`]),
    ...(commands.length === 0 ? [] : [`  ran: ${commands.slice(-4).join(" · ")}`]),
    ...(closing === undefined ? [] : [`  answer: ${closing.slice(0, LONGEST_ANSWER)}`]),
  ];
}

function newest(files: readonly string[]): string {
  const more = files.length - MOST_FILES;
  return [...[...files].reverse().slice(0, MOST_FILES), ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}

function row(name: string, text: string | undefined): string {
  return text ? `${name}: ${text}` : "";
}
