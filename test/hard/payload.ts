import type { Room } from "./room.js";

export type Payload = { [field: string]: unknown };

export interface Scene {
  readonly session: string;
  readonly cwd: string;
  readonly transcript?: string;
}

export function sceneOf(room: Room, session: string): Scene {
  return { session, cwd: room.work, transcript: `${room.claude}/projects/none.jsonl` };
}

/** Payloads as Claude Code sends them, one for every hook, each carrying the marker where an event keeps it. */
export const PAYLOADS: { readonly [hook: string]: (marker: string) => Payload } = {
  SessionStart: (marker) => ({ source: "startup", model: marker }),
  UserPromptSubmit: (marker) => ({ prompt: `${marker} please look at src/app.ts` }),
  PreToolUse: (marker) => tool(marker),
  PostToolUse: (marker) => ({
    ...tool(marker),
    tool_response: { stdout: "12 passed", stderr: "", interrupted: false, isImage: false },
    duration_ms: 31,
  }),
  PostToolUseFailure: (marker) => ({ ...tool(marker), error: "Exit code 1\n2 failed", is_interrupt: false }),
  PreCompact: (marker) => ({ trigger: "manual", custom_instructions: marker }),
  PostCompact: (marker) => ({ trigger: "auto", compact_summary: `${marker} The parser is half done.` }),
  SubagentStart: (marker) => ({ agent_id: marker, agent_type: "Explore" }),
  SubagentStop: (marker) => ({
    agent_id: marker,
    agent_type: "Explore",
    last_assistant_message: "Found it.",
  }),
  Stop: (marker) => ({ stop_hook_active: false, last_assistant_message: `${marker} All done.` }),
  SessionEnd: (marker) => ({ reason: marker }),
};

export function payload(hook: string, scene: Scene, marker = "m"): Payload {
  return {
    session_id: scene.session,
    transcript_path: scene.transcript ?? "",
    cwd: scene.cwd,
    permission_mode: "default",
    hook_event_name: hook,
    ...PAYLOADS[hook]?.(marker),
  };
}

/** A payload of about so many bytes: the rest of them where the agent would have its long text. */
export function sizedPayload(hook: string, scene: Scene, marker: string, filler: string): Payload {
  const plain = payload(hook, scene, marker);
  switch (hook) {
    case "UserPromptSubmit":
      return { ...plain, prompt: `${marker} ${filler}` };
    case "Stop":
      return { ...plain, last_assistant_message: `${marker} ${filler}` };
    case "PostToolUse":
      return { ...plain, tool_response: { stdout: filler, stderr: "", interrupted: false, isImage: false } };
    default:
      return { ...plain, filler };
  }
}

function tool(marker: string): Payload {
  const input = { command: `echo ${marker}`, description: "Say it" };
  return { tool_name: "Bash", tool_input: input, tool_use_id: `toolu_${marker}` };
}
