import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with the tests that were skipped, by name: what they need is not on this machine. */
export class Skipped implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap(({ relativeModuleId, children }) =>
      [...children.allTests("skipped")].map(({ fullName }) => `  ${relativeModuleId} > ${fullName}`),
    );
    if (skipped.length > 0) process.stdout.write(["Skipped:", ...skipped, "", ""].join("\n"));
  }
}
