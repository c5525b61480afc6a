import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { fromOpenAI, fromResponses, toOpenAI, toResponses } from "../../../src/library/openai/index.js";
import { Room } from "../room.js";
import { openaiMessages } from "./arbitrary.js";
import { responseItems } from "./response-arbitrary.js";

const room = new Room();
afterAll(() => room[Symbol.dispose]());

describe("messages of chat completions", () => {
  test("come back from the disk as they were", () => {
    fc.assert(
      fc.property(openaiMessages, (messages) => {
        expect(toOpenAI(room.kept(fromOpenAI(messages)))).toEqual(messages);
      }),
      { numRuns: 30 },
    );
  });

  test("come back as they were, without a session between", () => {
    fc.assert(
      fc.property(openaiMessages, (messages) => {
        expect(toOpenAI(fromOpenAI(messages))).toEqual(messages);
      }),
      { numRuns: 150 },
    );
  });
});

describe("items of the Responses API", () => {
  test("come back from the disk as they were", () => {
    fc.assert(
      fc.property(responseItems, (items) => {
        expect(toResponses(room.kept(fromResponses(items)))).toEqual(items);
      }),
      { numRuns: 30 },
    );
  });

  test("come back as they were, without a session between", () => {
    fc.assert(
      fc.property(responseItems, (items) => {
        expect(toResponses(fromResponses(items))).toEqual(items);
      }),
      { numRuns: 150 },
    );
  });
});
