import { expect, test } from "vitest";
import { foldFootprint } from "../../../../src/model/fold/footprint/footprint.js";
import { envelop } from "../envelop.js";

test("a command that the person refused is none to run again", () => {
  const use = { tool: "Bash", action: "shell", ok: false } as const;
  const { commands } = foldFootprint(
    undefined,
    [
      { type: "tool.finished" as const, data: { ...use, command: "npm test", refused: "too slow" } },
      { type: "tool.finished" as const, data: { ...use, command: "npm run lint", output: "Error: no" } },
    ].map(envelop),
  );
  expect(commands.map(([command]) => command)).toEqual(["npm run lint"]);
});
