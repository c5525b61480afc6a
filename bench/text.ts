import type { Dice } from "./dice.js";

const AREAS = words(
  "upload session invoice search export login queue report cache mail account order cart payment calendar contact " +
    "message thread comment album gallery camera editor toolbar sidebar dashboard chart ledger webhook scheduler " +
    "importer backup archive audit consent currency locale theme avatar notification device network gateway router",
);
const THINGS = words(
  "retry parser limit header index token batch schema filter client cursor buffer stream socket timer worker lock " +
    "handle column record snapshot digest boundary offset prefix suffix template fixture adapter snippet bucket shard " +
    "window frame budget policy quota segment counter margin payload session route label marker summary outline",
);
const VERBS = words(
  "read write merge split check open close count sort send load save parse render fetch apply cancel resolve collect " +
    "compare measure publish restore rotate sample schedule trim validate wrap encode decode flush group narrow",
);
const ENGLISH = [
  "Please {verb} the {thing} of the {area} again, it fails when the list is empty.",
  "Add a {thing} to the {area} and cover it with a test.",
  "Why does the {area} {verb} the {thing} twice? Find the cause before you change anything.",
  "The {area} should not wait for the {thing} any longer. Use the one from the {area2} instead.",
  "Rename the {thing} in the {area}, then run the whole suite and tell me what is left to do.",
  "Go on.",
  "Looks good, now do the same for the {area2}.",
];
const FRENCH = [
  "Ajoute un test pour le {thing} dans {area}, il échoue quand la liste est vide.",
  "Pourquoi est-ce que {area} lit le {thing} deux fois ? Cherche la cause avant de changer quoi que ce soit.",
  "C'est bon, fais la même chose pour {area2} et lance tous les tests.",
];
const CLOSINGS = [
  "The {thing} of the {area} now handles an empty list. All tests pass; {area2} still uses the old {thing}.",
  "I found the cause: {verb}{Thing} was called once from the {area} and once from the {area2}. Only the first call is left.",
  "Two tests in the {area} still fail. The {thing} returns one entry too many, which I would fix next.",
  "Done. I changed the {thing} in three places and left the {area2} as it was, because it has no tests yet.",
];

/** Something a person would type. */
export function prompt(dice: Dice, language: "en" | "fr"): string {
  const sentences = Array.from({ length: dice.between(1, 3) }, () =>
    fill(dice, dice.pick(language === "fr" ? FRENCH : ENGLISH)),
  );
  // Now and then a log is pasted below the question.
  return dice.chance(0.08) ? `${sentences.join(" ")}\n\n${testFailure(dice)}` : sentences.join(" ");
}

/** What an agent says at the end of a turn. */
export function closing(dice: Dice): string {
  return Array.from({ length: dice.between(1, 4) }, () => fill(dice, dice.pick(CLOSINGS))).join("\n\n");
}

export function task(dice: Dice): string {
  return fill(
    dice,
    dice.pick(["{Verb} the {thing} in {area}", "Test the {thing} of {area}", "Document {area}"]),
  );
}

export function file(dice: Dice): string {
  const area = dice.pick(AREAS);
  const thing = dice.pick(THINGS);
  return dice.chance(0.3) ? `test/${area}/${thing}.test.ts` : `src/${area}/${thing}.ts`;
}

export function pattern(dice: Dice): string {
  return fill(dice, dice.pick(["{verb}{Thing}", "class {Thing}", "from .*{area}/{thing}", "TODO.*{thing}"]));
}

export function code(dice: Dice, lines: number): string[] {
  return Array.from({ length: lines }, () =>
    fill(
      dice,
      dice.pick([
        "export function {verb}{Thing}(input: string): {Thing} {",
        "  const {thing} = {verb}{Thing}(input, { limit: {n} });",
        "  if ({thing}.length === 0) return undefined;",
        '  throw new Error("the {thing} of the {area} is not there");',
        "}",
        "",
        "  // The {area} may be closed while the {thing} is still open.",
      ]),
    ),
  );
}

export function command(dice: Dice): string {
  return fill(
    dice,
    dice.pick([
      "git status --short",
      "git diff --stat",
      "npx tsc --noEmit",
      "npm run build",
      "rg -n '{verb}{Thing}' src | head -20",
      "ls src/{area}",
      "sed -n '{n},+40p' src/{area}/{thing}.ts",
      "git add -A && git commit -m 'Let the {area} {verb} its {thing}'",
      "cat > src/{area}/{thing}.json <<'JSON'\n{ \"limit\": {n} }\nJSON",
    ]),
  );
}

export function testCommand(dice: Dice): string {
  return fill(dice, dice.pick(["npm test", "npx vitest run test/{area}", "npm test -- {thing}"]));
}

export function testFailure(dice: Dice): string {
  const failed = fill(dice, "test/{area}/{thing}.test.ts > {verb}s the {thing} of an empty {area}");
  const passed = Array.from({ length: dice.between(4, 30) }, () =>
    fill(dice, " ✓ test/{area}/{thing}.test.ts ({n} tests) {n}ms"),
  );
  return [
    ...passed,
    ` FAIL  ${failed}`,
    fill(dice, "AssertionError: expected {n} to be {n}"),
    fill(dice, " ❯ test/{area}/{thing}.test.ts:{n}:{n}"),
    fill(dice, " Tests  1 failed | {n} passed"),
  ].join("\n");
}

export function output(dice: Dice): string {
  return Array.from({ length: dice.between(0, 25) }, () =>
    fill(dice, "src/{area}/{thing}.ts:{n}:  const {thing} = {verb}{Thing}(input);"),
  ).join("\n");
}

function words(text: string): readonly string[] {
  return text.split(" ");
}

function fill(dice: Dice, template: string): string {
  return template.replace(/\{(area2?|thing|Thing|verb|Verb|n)\}/g, (_, name: string) => {
    if (name === "n") return String(dice.between(2, 400));
    const word = dice.pick(/^area/.test(name) ? AREAS : /^thing/i.test(name) ? THINGS : VERBS);
    return /^[A-Z]/.test(name) ? `${word[0]!.toUpperCase()}${word.slice(1)}` : word;
  });
}
