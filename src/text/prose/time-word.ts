/** Whether a text names a time: "yesterday", "last week", "in June", « hier ». */
export function saysWhen(text: string): boolean {
  return WHEN.test(text);
}

/** Whether a text contains a number, in digits or in words. */
export function saysNumber(text: string): boolean {
  return NUMBER.test(text);
}

const UNIT =
  "(?:night|week|weekend|month|year|summer|spring|fall|autumn|winter|(?:mon|tues?|wednes|thurs?|fri|satur|sun)(?:day)?|sprint|release)";
const MONTH =
  "january|february|march|april|june|july|august|september|october|november|december|janvier|f[eé]vrier|avril|juin|juillet|ao[uû]t|septembre|octobre|novembre|d[eé]cembre";
const WHEN = new RegExp(
  [
    "\\b(?:yesterday|today|tonight|tomorrow|ago|recently|lately|since|the other day)\\b",
    `\\b(?:last|next|this) ${UNIT}\\b`,
    "\\bthis morning\\b|\\bfew (?:days|weeks|months|years)\\b|\\bfor (?:\\w+ )?(?:years|months|weeks|days)\\b",
    `\\b(?:in )?(?:${MONTH})\\b|\\bin may\\b|\\b(?:19|20)\\d\\d\\b`,
    "\\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\\b",
    "\\bhier\\b|\\baujourd'hui\\b|\\bdemain\\b|\\bdepuis\\b|\\bil y a\\b|\\br[eé]cemment\\b",
    "\\b(?:semaine|mois|ann[eé]e|[eé]t[eé]|hiver) (?:derni[eè]re?|pass[eé]e?|prochaine?)\\b",
    "\\b(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\\b",
  ].join("|"),
  "i",
);

const NUMBER =
  /\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|once|twice|several|couple|deux|trois|quatre|cinq|sept|huit|neuf|dix|plusieurs)\b/i;
