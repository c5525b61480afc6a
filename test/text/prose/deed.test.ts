import { describe, expect, test } from "vitest";
import { isDoneInOtherForms } from "../../../src/text/prose/deed.js";

describe("a step is finished by", () => {
  test.each([
    ["document the retry settings", "The retries setting is documented."],
    ["validate addresses", "Address validation is in place."],
    ["add a migration", "A migration was added for the orders."],
    ["cache the totals", "The totals are now cached in memory."],
    ["documenter les réglages", "Le réglage est documenté."],
    ["ajouter une migration", "La migration a été ajoutée."],
  ])("%j: %j", (task, report) => {
    expect(isDoneInOtherForms(task, report)).toBe(true);
  });

  test.each([
    ["document the retry settings", "The retry settings are not documented yet."],
    ["document the retry settings", "Is the retry setting documented?"],
    ["document the retry settings", "The retry settings will be documented."],
    ["document the retry settings", "If the retry settings are documented, I merge it."],
    ["document the retry settings", 'He wrote "the retry settings are documented".'],
    ["document the retry settings", "The cache settings are documented."],
    ["add retry tests", "Added retry docs."],
    ["add a migration", "The migration adds a column."],
    ["ajouter une migration", "La migration n'est pas ajoutée."],
  ])("and %j not by %j", (task, report) => {
    expect(isDoneInOtherForms(task, report)).toBe(false);
  });
});
