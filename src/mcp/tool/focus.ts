import { now } from "../../host/clock.js";
import { activeFocus } from "../../model/fold/declared/declared.js";
import { speakerIn } from "../../project/env.js";
import { clearFocus, focus as prefer } from "../../project/focus.js";
import { here } from "../../project/here.js";
import { localTime, parseUntil } from "../../terminal/time.js";
import { type Answer, recorded } from "../answer.js";
import type { Arguments } from "../argument.js";
import { inContext } from "../context.js";
import type { Caller } from "../work.js";

/** Sets, shows or ends the focus. */
export async function focus(args: Arguments<"focus">, caller: Caller): Promise<Answer> {
  const topics = args("topics");
  if (topics === undefined) return show(caller);
  const place = here(caller.env, caller.cwd);
  const speaker = speakerIn(caller.env);
  if (topics.length === 0) {
    clearFocus(place, speaker);
    return { text: "There is no focus any more." };
  }
  const time = args("for");
  const until = time === undefined ? undefined : parseUntil(time, "for", now());
  const kept = prefer(place, topics, until, speaker);
  return { text: recorded(`The focus${end(until)} is:`, [kept.join(", ")]) };
}

function show(caller: Caller): Promise<Answer> {
  return inContext(caller, ({ store, project, now: time }) => {
    const state = store.project(project);
    const active = state === undefined ? undefined : activeFocus(state, time);
    return active === undefined
      ? { text: "There is no focus." }
      : { text: recorded(`The focus${end(active.until)} is:`, [active.topics.join(", ")]) };
  });
}

function end(until: number | undefined): string {
  return until === undefined ? "" : ` until ${localTime(until)}`;
}
