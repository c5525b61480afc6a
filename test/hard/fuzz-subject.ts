import { SETUPS } from "../../src/agent/adapters.js";
import { PAYLOADS, type Payload, payload, type Scene } from "./payload.js";

/** An agent whose payloads are spoiled. */
export interface Subject {
  readonly agent: string;
  readonly hooks: readonly string[];
  /** A payload as the agent sends it. */
  payload(hook: string, scene: Scene, marker: string): Payload;
}

/** Every agent there is. Of Claude Code there are payloads with a marker, of the others those that `doctor` tries. */
export const SUBJECTS: readonly Subject[] = SETUPS.map(({ name, limits, sample }) =>
  name === "claude"
    ? { agent: name, hooks: Object.keys(PAYLOADS), payload }
    : {
        agent: name,
        hooks: Object.keys(limits),
        payload: (hook, { session, cwd, transcript }) => {
          // Spoiled in place: no two may share a part.
          const whole: Payload = structuredClone({ ...sample(hook, { session, cwd }) });
          for (const [field, value] of Object.entries(whole))
            if (typeof value === "string" && value.endsWith(".jsonl")) whole[field] = transcript ?? value;
          return whole;
        },
      },
);
