import { samplePayload as sampleOfPlugin } from "../plugin/sample.js";
import type { SampleScene } from "../setup.js";

/** A payload as our plugin sends it from inside OpenCode. */
export function samplePayload(event: string, scene: SampleScene): object | undefined {
  return sampleOfPlugin(event, scene, {
    tool_name: "bash",
    tool_input: { command: "npm test", description: "Run the tests" },
  });
}
