import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { fromAnthropic, toAnthropic } from "../../../src/library/anthropic/index.js";
import { Room } from "../room.js";
import { anthropicMessages, anthropicSystem, unknownBlock } from "./arbitrary.js";

const room = new Room();
afterAll(() => room[Symbol.dispose]());

describe("Anthropic messages", () => {
  test("come back from the disk as they were", () => {
    fc.assert(
      fc.property(anthropicSystem, anthropicMessages, (system, messages) => {
        const request = system === undefined ? { messages } : { system, messages };
        expect(toAnthropic(room.kept(fromAnthropic(request)))).toEqual(request);
      }),
      { numRuns: 30 },
    );
  });

  test("come back as they were, without a session between", () => {
    fc.assert(
      fc.property(anthropicMessages, (messages) => {
        expect(toAnthropic(fromAnthropic(messages))).toEqual({ messages });
      }),
      { numRuns: 150 },
    );
  });

  test("keep blocks of a kind we do not know", () => {
    fc.assert(
      fc.property(unknownBlock, (block) => {
        const messages = [{ role: "assistant", content: [{ type: "text", text: "see" }, block] }];
        // @ts-expect-error: the SDK does not know it either
        expect(toAnthropic(fromAnthropic(messages)).messages).toEqual(messages);
      }),
    );
  });
});
