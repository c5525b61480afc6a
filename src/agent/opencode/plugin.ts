import { dirname, join } from "node:path";
import { now } from "../../host/clock.js";
import { fieldsOf, listOf, textOf } from "../payload/fields.js";
import type { Connection } from "../plugin/entry-file.js";
import { openLine } from "../plugin/hook-line.js";
import { allowRecall, openSessions } from "./plugin-session.js";
import { calling, ended, mustWait } from "./plugin-tool.js";

type Listener = (input: unknown, output: unknown) => Promise<void>;

/** OpenCode waits for each of these hooks. */
export function connect(context: unknown, { agent, hook, folder }: Connection): { [name: string]: Listener } {
  const cwd = textOf(fieldsOf(context)["directory"]) ?? process.cwd();
  const line = openLine({ command: hook, cwd: () => cwd });
  const sessions = openSessions(line);

  const listeners: { readonly [name: string]: Listener } = {
    config: async (config) => allowRecall(config, join(dirname(folder), "recall")),

    event: async (input) => {
      const { type, properties } = fieldsOf(fieldsOf(input)["event"]);
      const about = fieldsOf(properties);
      const info = fieldsOf(about["info"]);
      const session = textOf(about["sessionID"]) ?? textOf(info["sessionID"]) ?? "";
      if (type === "session.created") sessions.created(info);
      else if (type === "message.updated" && info["summary"] === true) sessions.summing(session, info["id"]);
      else if (type === "message.part.updated") {
        const call = ended(about["part"]);
        if (call !== undefined && sessions.ends(session, call.tool_use_id))
          line.tell("PostToolUse", sessions.rootOf(session), { ...call, ...sessions.workerOf(session) });
      } else if (type === "session.compacted") sessions.compacted(session);
      else if (type === "session.idle") sessions.idle(session);
    },

    "chat.message": async (input, output) => {
      const session = textOf(fieldsOf(input)["sessionID"]) ?? "";
      const prompt = promptOf(output);
      // The prompts of subagents come from the agent, and messages without text from nobody.
      if (prompt === undefined || sessions.isWorker(session)) return;
      const started = sessions.asked(session, modelOf(output));
      const asked = line.ask("UserPromptSubmit", session, { prompt });
      const texts = (await Promise.all([started, asked])).flatMap((answer) => answer.context ?? []);
      if (texts.length > 0) addContext(output, session, texts.join("\n\n"));
    },

    "experimental.chat.system.transform": async (input, output) => {
      const { system } = fieldsOf(output);
      const text = await sessions.contextAfterCompaction(textOf(fieldsOf(input)["sessionID"]) ?? "");
      if (text !== undefined && Array.isArray(system)) system.push(text);
    },

    "experimental.text.complete": async (input, output) => {
      const { sessionID, messageID } = fieldsOf(input);
      sessions.said(textOf(sessionID) ?? "", messageID, textOf(fieldsOf(output)["text"]));
    },

    "experimental.session.compacting": async (input) => {
      sessions.compacting(textOf(fieldsOf(input)["sessionID"]) ?? "");
    },

    "tool.execute.before": async (input, output) => {
      const session = textOf(fieldsOf(input)["sessionID"]) ?? "";
      const args = fieldsOf(output)["args"];
      const call = { ...calling(input, args), ...sessions.workerOf(session) };
      sessions.begins(session, call.tool_use_id);
      if (call.tool_name === "task") sessions.goesOn(textOf(fieldsOf(args)["task_id"]), session);
      const root = sessions.rootOf(session);
      if (!mustWait(call)) return line.tell("PreToolUse", root, call);
      const { input: other } = await line.ask("PreToolUse", root, call);
      if (other !== undefined) Object.assign(fieldsOf(args), other);
    },

    "shell.env": async (input, output) => {
      const { env } = fieldsOf(output);
      const session = sessions.rootOf(textOf(fieldsOf(input)["sessionID"]) ?? "");
      // OpenCode does not set the session in its shells.
      Object.assign(fieldsOf(env), { [`${agent.toUpperCase()}_SESSION_ID`]: session });
    },

    // OpenCode waits for this before it exits, so pending calls arrive.
    dispose: async () => {
      sessions.end();
      await line.settle();
    },
  };
  return Object.fromEntries(Object.entries(listeners).map(([name, listener]) => [name, harmless(listener)]));
}

/** Our errors must not stop the agent. */
function harmless(listener: Listener): Listener {
  return async (input, output) => {
    try {
      await listener(input, output);
    } catch {
      // Nothing can be shown here: `doctor` tests the hooks, and the hook logs its own errors.
    }
  };
}

/** The text that a person wrote; undefined if there is none. */
function promptOf(output: unknown): string | undefined {
  const written = listOf(fieldsOf(output)["parts"])
    .map(fieldsOf)
    .filter(({ type, synthetic }) => type === "text" && synthetic !== true);
  const prompt = written
    .map(({ text }) => textOf(text) ?? "")
    .join("\n")
    .trim();
  return prompt === "" ? undefined : prompt;
}

function modelOf(output: unknown): string | undefined {
  return textOf(fieldsOf(fieldsOf(fieldsOf(output)["message"])["model"])["modelID"]);
}

/** Adds the context after the prompt, once; it stays in the conversation with it. */
function addContext(output: unknown, session: string, text: string): void {
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

/** The model gets parts in the order of their ids, which begin with a time. */
function idAfter(id: string): string {
  const [time = `prt_${now().toString(16).padStart(12, "0")}`] = /^prt_[0-9a-f]{12}/.exec(id) ?? [];
  return `${time}zzzzzzTidemark`;
}
