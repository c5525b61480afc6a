import { tell } from "../brief/answer.js";
import { TidemarkError } from "../error.js";
import { wishes } from "../project/wishes.js";
import { sessionToResume } from "../session/resume.js";
import { atDesk } from "./desk.js";
import { recallText } from "./tool/recall.js";
import type { Caller } from "./work.js";

export interface PromptArguments {
  readonly query: string | undefined;
  readonly session: string | undefined;
}

/** What a prompt of ours says to the model, in the user's name. */
export async function promptText(
  name: string,
  { query, session }: PromptArguments,
  caller: Caller,
): Promise<string> {
  if (name === "recall") {
    if (query === undefined) throw new TidemarkError("bad-argument", '"query" is missing.');
    const found = await recallText(query, caller);
    return `${found}\n\nAnswer from what was recorded, and say where nothing was found.`;
  }
  const told = await standing(name === "handover", session, caller);
  const wish =
    name === "handover"
      ? "Take this work over: check that the files are as told, say in two sentences where it stands, then go on with what comes next."
      : "Say in two sentences where the work stands, then go on with what comes next.";
  return `${told}\n\n${wish}`;
}

/** Where the work stands, as a new session would be told; of a handover's, that it was done elsewhere, too. */
function standing(isHandover: boolean, named: string | undefined, caller: Caller): Promise<string> {
  return atDesk(caller, (desk) => {
    const { store, project, place, env, now, speaker } = desk;
    const resume = isHandover ? { resume: sessionToResume(desk, named, now).session } : {};
    const asker = {
      project,
      session: speaker?.session ?? "",
      source: "startup",
      now,
      ground: { place, env },
    };
    const branch = place.branch === undefined ? {} : { branch: place.branch };
    return tell(store, { ...asker, ...branch, ...resume, ...wishes(env) }).text;
  });
}
