import { samplePayload as sampleOfPlugin } from "../plugin/sample.js";
import type { SampleScene } from "../setup.js";

/** A payload as our extension sends it from inside pi. */
export function samplePayload(event: string, scene: SampleScene): object | undefined {
  return sampleOfPlugin(event, scene, { tool_name: "bash", tool_input: { command: "npm test" } });
}
