import { now } from "../../host/clock.js";
import { type Fields, fieldsOf, listOf, textOf } from "../payload/fields.js";

/** A fork is written down as one from its beginning; much later it is only gone on with. */
const JUST_NOW = 60_000;

/** How a session begins; undefined where it only loads its extensions again. pi says "startup" also where it goes on. */
export function sourceOf(event: Fields, context: Fields): string | undefined {
  const reason = textOf(event["reason"]) ?? "startup";
  if (reason === "reload") return undefined;
  if (reason === "new") return "clear";
  if (reason !== "startup") return reason;
  const manager = context["sessionManager"];
  const hasSpoken = listOf(call(manager, "getEntries")).some(
    (entry) => fieldsOf(entry)["type"] === "message",
  );
  if (!hasSpoken) return "startup";
  const { parentSession, timestamp } = fieldsOf(call(manager, "getHeader"));
  const age = now() - Date.parse(textOf(timestamp) ?? "");
  return parentSession !== undefined && age < JUST_NOW ? "fork" : "resume";
}

function call(object: unknown, name: string): unknown {
  const method = fieldsOf(object)[name];
  return typeof method === "function" ? method.call(object) : undefined;
}
