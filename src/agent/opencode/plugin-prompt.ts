import { now } from "../../host/clock.js";
import { fieldsOf, listOf, textOf } from "../payload/fields.js";

/** What a person wrote, of a message that is about to be sent; undefined where that is nothing. */
export function promptOf(output: unknown): string | undefined {
  const written = listOf(fieldsOf(output)["parts"])
    .map(fieldsOf)
    .filter(({ type, synthetic }) => type === "text" && synthetic !== true);
  const prompt = written
    .map(({ text }) => textOf(text) ?? "")
    .join("\n")
    .trim();
  return prompt === "" ? undefined : prompt;
}

export function modelOf(output: unknown): string | undefined {
  return textOf(fieldsOf(fieldsOf(fieldsOf(output)["message"])["model"])["modelID"]);
}

/** Puts what the agent is told behind the person's words: once, and kept with them, so that it stays where it was said. */
export function toldPart(output: unknown, session: string, text: string): void {
  const { message, parts } = fieldsOf(output);
  if (!Array.isArray(parts)) return;
  const { id, messageID } = fieldsOf(parts.at(-1));
  parts.push({
    id: idAfter(textOf(id) ?? ""),
    sessionID: session,
    messageID: messageID ?? fieldsOf(message)["id"],
    type: "text",
    text,
    synthetic: true,
  });
}

/** Parts are shown to the model in the order of their names, which begin with a time. */
function idAfter(id: string): string {
  const [time = `prt_${now().toString(16).padStart(12, "0")}`] = /^prt_[0-9a-f]{12}/.exec(id) ?? [];
  return `${time}zzzzzzTidemark`;
}
