import { expect, test } from "vitest";
import type { Draft } from "../../../src/event/registry.js";
import { accountOf } from "../../../src/extra/layout/account.js";
import { envelop } from "../../model/fold/envelop.js";

const prompt = (text: string): Draft => ({ type: "prompt.submitted", data: { text } });

test("an account of a session that went back tells the state it went back to", () => {
  const drafts: Draft[] = [
    prompt("add a button"),
    { type: "checkpoint.created", data: { checkpoint: "c1", reason: "hand" } },
    prompt("rewrite everything instead"),
    {
      type: "checkpoint.restored",
      data: { checkpoint: "c1", what: "state", upTo: { clock: 1, id: "e1" } },
    },
  ];
  const events = drafts.map((draft, index) => envelop(draft, index));
  const account = accountOf(events, { now: 10, zone: () => 0 });
  expect(account?.sessions[0]?.state.work.request).toBe("add a button");
});
