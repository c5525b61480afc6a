import { expect, test } from "vitest";
import { remoteChecks } from "../../../src/text/shell/ci-output.js";

test.each<[string, string, string[]]>([
  [
    "gh pr checks 7",
    "lint\tpass\t30s\turl\nbuild (node 22)\tfail\t2m\turl\nslow\tpending\t0\turl",
    ["lint +", "build (node 22) -"],
  ],
  ["cd web && gh pr checks --watch", "lint\tpass\t30s\turl", ["lint +"]],
  [
    "gh run view 4711",
    "✓ main CI · 4711\n\nJOBS\n✓ lint in 30s (ID 1)\n  ✓ Set up\nX unit tests in 1m4s (ID 2)\n  X Run npm test",
    ["lint +", "unit tests -"],
  ],
  [
    "gh run list --limit 3",
    "completed\tfailure\tFix tides\tCI\tmain\tpush\t2\t1m\tnow\ncompleted\tsuccess\tAdd tides\tCI\tmain\tpush\t1\t1m\tthen\nin_progress\t\tX\tDocs\tmain\tpush\t3\t1m\tnow",
    ["CI -"],
  ],
  ["gh pr view 7", "lint\tpass\t30s\turl", []],
  ["cat checks.txt", "lint\tfail\t30s\turl", []],
])("%s", (command, output, expected) => {
  const found = remoteChecks(command, output).map(({ name, ok }) => `${name} ${ok ? "+" : "-"}`);
  expect(found).toEqual(expected);
});
