import { TestRunner } from "vitest";

declare module "vitest" {
  interface TaskMeta {
    figures?: string[];
  }
}

/** Says in numbers what the test that is running has tried and seen; `table.ts` prints it beside its row. */
export function figure(text: string): void {
  const meta = TestRunner.getCurrentTest()?.meta;
  if (meta === undefined) throw new Error("Only a test that is running has figures.");
  meta.figures = [...(meta.figures ?? []), text];
}
