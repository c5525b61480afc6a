import { describe, expect, test } from "vitest";
import { languageWish } from "../../../src/extra/profile/language-wish.js";

describe("the language a person asks for", () => {
  test.each([
    ["désormais réponds en français", "fr"],
    ["Réponds-moi toujours en anglais, merci", "en"],
    ["Parlons français", "fr"],
    ["passons à l'anglais", "en"],
    ["Please answer in French", "fr"],
    ["From now on, reply to me in English.", "en"],
    ["in English, please", "en"],
    ["Réponds en français. Non, réponds en anglais.", "en"],
  ])("%j: %s", (text, language) => {
    expect(languageWish(text)).toBe(language);
  });

  test.each([
    "translate the readme into French",
    "don't answer in French",
    "write the comments in English",
    "ne réponds pas en anglais",
    'the bot says "answer in French" to everybody',
    "switch to French locale in the settings page",
    "le texte est en français",
  ])("%j is no wish", (text) => {
    expect(languageWish(text)).toBeUndefined();
  });
});
