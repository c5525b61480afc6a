import { type Search, wordings, wordSet } from "../../text/words/wording.js";

/** Words that introduce a trade. */
export interface RoleLead {
  readonly find: Search;
  /** The length of the trade at the start of a text in lower case; 0 for none. */
  readonly lengthOf: (lower: string) => number;
}

/** "backend developer": the trade ends its name. */
function englishTrade(lower: string): number {
  const words = [...lower.slice(0, MAX_TRADE_CHARS).matchAll(WORD)];
  for (const [index, { 0: word, index: at }] of words.entries()) {
    if (CLAUSE_END.test(lower.slice(0, at))) return 0;
    if (TRADES.has(word)) return isTrade(words[index + 1]?.[0], words[index + 2]?.[0]) ? at + word.length : 0;
    if (index === MAX_QUALIFIERS || UNQUALIFYING.has(word)) return 0;
  }
  return 0;
}

/** "admin account" and "the maintainer of this" are not trades. */
function isTrade(next = "", second = ""): boolean {
  return !ACCOUNTS.has(next) && !((next === "of" || next === "for") && POINTERS.has(second));
}

/** "développeuse backend": the trade begins its name. */
function frenchTrade(lower: string): number {
  const words = [...lower.slice(0, MAX_TRADE_CHARS).matchAll(WORD)];
  let index = wordsOfTrade(words.map((match) => match[0]));
  if (index === 0) return 0;
  while (index < words.length) {
    const [word, next] = [words[index]?.[0] ?? "", words[index + 1]?.[0] ?? ""];
    if (QUALIFIERS.has(word)) index++;
    else if (QUALIFIERS.has(`${word}-${next}`)) index += 2;
    else break;
  }
  const last = words[index - 1];
  return last === undefined ? 0 : last.index + last[0].length;
}

function wordsOfTrade([first = "", second = "", third = ""]: readonly string[]): number {
  if (METIERS.has(`${first}-${second}-${third}`)) return 3;
  if (METIERS.has(`${first}-${second}`)) return 2;
  return METIERS.has(first) ? 1 : 0;
}

const MAX_TRADE_CHARS = 80;
const MAX_QUALIFIERS = 3;
const WORD = /[a-z0-9à-öø-ÿœ](?:[a-z0-9à-öø-ÿœ+#/'-]*[a-z0-9à-öø-ÿœ+#])?/g;
const CLAUSE_END = /[,;:!?()]|\.\s/;
const TRADES = wordSet(
  "developer dev engineer programmer coder designer architect scientist analyst student researcher teacher professor writer manager lead tester freelancer consultant contractor hobbyist founder cofounder co-founder cto ceo sysadmin administrator admin sre dba devops intern apprentice maintainer biologist physicist mathematician musician lawyer doctor marketer entrepreneur",
);
// With one of these words, "a … developer" is not a trade.
const UNQUALIFYING = wordSet(
  "of a an the not no for to with that who as and bad terrible lazy busy happy bit better worse good great huge lot your my his her their our this",
);
const ACCOUNTS = wordSet("account accounts role roles token tokens user users mode page panel");
const POINTERS = wordSet("this the that");

const METIERS = wordSet(
  "développeur développeuse dev devops ingénieur ingénieure programmeur programmeuse informaticien informaticienne designer graphiste architecte étudiant étudiante chercheur chercheuse enseignant enseignante professeur professeure prof data-scientist data-engineer analyste administrateur administratrice admin sysadmin testeur testeuse chef-de-projet cheffe-de-projet product-owner lead tech-lead cto fondateur fondatrice consultant consultante stagiaire alternant alternante apprenti apprentie rédacteur rédactrice journaliste comptable médecin entrepreneur entrepreneuse freelance indépendant indépendante mainteneur mainteneuse",
);
const QUALIFIERS = wordSet(
  "backend back-end frontend front-end fullstack full-stack web mobile senior junior confirmé confirmée logiciel logicielle système systèmes réseau réseaux cloud sécurité embarqué embarquée indépendant indépendante freelance technique produit data sre devops qa ios android linux python java javascript typescript php rust go ruby c++ c# react vue node django symfony laravel en-informatique en-sécurité en-data en-alternance en-master en-licence en-thèse en-biologie en-physique en-mathématiques de-données d'applications de-jeux",
);

export const ROLE_LEADS: readonly RoleLead[] = [
  {
    find: wordings([
      "i'm a|i'm the → i'm (?:an?|the)",
      "i'm |i am  → i(?:'m| am) (?:(?:currently|just|also|actually|mostly|primarily|only|mainly) )?(?:an?|the)",
      "as a|as the → i(?:'ve)? (?:work|worked|been working)(?: here| mostly| mainly)? as (?:an?|the)",
      "my  → my (?:role|job|day job|background) is(?: an?| the)?",
      "as a|as the → (?:^|speaking )as (?:an?|the)(?= (?:~+ ){1,4}i |[^.?!]{1,40}, i(?:'m|'ve| am| prefer| usually| already| know| don't| work| have))(?![^.?!]{1,40}, i (?:want|need|can|should))",
    ]),
    lengthOf: englishTrade,
  },
  {
    find: wordings([
      "je suis → je suis(?: (?:actuellement|aussi|plutôt|surtout|juste))?(?: (?:une?|le|la))?",
      "je travaille|je bosse → je (?:travaille|bosse) (?:comme|en tant que?)",
      "mon métier|mon rôle|mon poste → mon (?:métier|rôle|poste)(?: c')?(?: est|est|,| :)+",
    ]),
    lengthOf: frenchTrade,
  },
];
