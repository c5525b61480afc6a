import { type Words, wordings, wordSet, wordsIn } from "../words/wording.js";
import { directiveIn } from "./directive.js";
import { isQuestion } from "./next-action.js";
import { lowerOf, proseIn, sentencesIn } from "./sentence.js";

export type TaskKind =
  | "implementation"
  | "debugging"
  | "review"
  | "refactoring"
  | "testing"
  | "documentation"
  | "release"
  | "question";

/** The kind of work a prompt asks for, by its first directive, else by a complaint or a question. */
export function taskKindOf(text: string): TaskKind | undefined {
  const sentences = sentencesIn(text);
  for (const [index, { text: sentence }] of sentences.entries()) {
    const directive = directiveIn(sentence);
    if (directive === undefined) continue;
    // After "Implement the following plan:" the title of the plan says more.
    const title = directive.endsWith(":") ? sentences[index + 1]?.text.replace(TITLE, "") : undefined;
    const kind = (title === undefined ? undefined : kindOfDirective(title)) ?? kindOfDirective(directive);
    if (kind !== undefined) return kind;
  }
  const complaintIn = COMPLAINTS.within(proseIn(text));
  if (complaintIn !== undefined && sentences.some((sentence) => complaintIn(sentence.lower) !== undefined))
    return "debugging";
  return sentences.some((sentence) => isQuestion(sentence.lower)) ? "question" : undefined;
}

/** The kind of the first telling clause: "read the parser and fix the bug" is debugging. */
function kindOfDirective(directive: string): TaskKind | undefined {
  for (const clause of directive.split(/,? (?:and|then|et|puis)(?: then| also| aussi)? /)) {
    const words = wordsIn(lowerOf(clause)).slice(0, MAX_CLAUSE_WORDS);
    const [first = "", second = ""] = words;
    const row = KINDS.find(
      ({ verbs, objects }) =>
        (verbs.has(first) || verbs.has(`${first}-${second}`)) &&
        (objects === undefined || words.some((word) => objects.has(word))),
    );
    if (row !== undefined) return row.kind;
    if (NEUTRAL.has(first) || words.some((word) => BRANCHING.has(word))) continue;
    if (directiveIn(clause) !== undefined) return "implementation";
  }
  return undefined;
}

interface Row {
  readonly kind: TaskKind;
  /** Verbs of two words have a hyphen. */
  readonly verbs: Words;
  /** The verb counts only with one of these. */
  readonly objects?: Words;
}

const MAX_CLAUSE_WORDS = 14;
const TITLE = /^(?:(?:implementation )?plan|task|goal|objectif|tâche)\s*[:—–-]\s*/i;

// In this order: "fix the tests" is debugging, "add tests for the fix" testing.
const KINDS: readonly Row[] = [
  {
    kind: "debugging",
    verbs: wordSet(
      "fix repair solve debug troubleshoot diagnose reproduce bisect investigate figure-out corrige corriger répare réparer débogue déboguer débugge débugger résous résoudre investigue reproduis",
    ),
  },
  {
    kind: "debugging",
    verbs: wordSet("find trace track look-for look-into trouve trouver cherche chercher regarde vois"),
    objects: wordSet(
      "bug bugs cause leak regression crash error problem why pourquoi erreur l'erreur fuite régression",
    ),
  },
  {
    kind: "review",
    verbs: wordSet(
      "review audit reread re-read proofread double-check critique relis relire revois revoir audite auditer",
    ),
  },
  {
    kind: "review",
    verbs: wordSet("check look-at look-over go-through regarde vérifie examine fais faire"),
    objects: wordSet("pr pull diff review comment comments feedback changes changements commentaires revue"),
  },
  {
    kind: "testing",
    verbs: wordSet("test cover benchmark fuzz teste tester couvre couvrir"),
  },
  {
    kind: "testing",
    verbs: wordSet(
      "add write create extend improve run rerun re-run generate update implement increase execute complete ajoute ajouter écris écrire crée créer complète lance lancer relance relancer améliore augmente exécute fais mets",
    ),
    objects: wordSet("test tests spec specs coverage e2e couverture"),
  },
  { kind: "documentation", verbs: wordSet("document documente documenter") },
  {
    kind: "documentation",
    verbs: wordSet(
      "add write update improve extend create complete rewrite draft translate change make polish ajoute écris complète améliore mets mettre rédige réécris traduis ajouter écrire",
    ),
    objects: wordSet(
      "doc docs documentation readme md changelog docstring docstrings jsdoc javadoc guide tutorial comments adr commentaires tutoriel",
    ),
  },
  {
    kind: "release",
    verbs: wordSet(
      "release publish deploy ship tag bump roll-out publie publier déploie déployer livre livrer tague",
    ),
  },
  {
    kind: "release",
    verbs: wordSet("prepare make cut draft sors sortir prépare préparer"),
    objects: wordSet("release version tag livraison"),
  },
  {
    kind: "refactoring",
    verbs: wordSet(
      "refactor rename restructure reorganize reorganise deduplicate dedupe simplify inline decouple tidy flatten unify untangle clean clean-up split-up factor-out extract refactorise refactoriser refactore renomme renommer réorganise simplifie simplifier nettoie nettoyer découpe découper factorise factoriser extrais extraire déplace déplacer sépare séparer",
    ),
  },
  {
    kind: "refactoring",
    verbs: wordSet("move split rewrite reduce remove convert"),
    objects: wordSet(
      "into module modules component components duplicate duplicated duplication dead class classes helper helpers",
    ),
  },
  {
    kind: "question",
    verbs: wordSet(
      "explain describe tell-me show-me summarize summarise list compare give-me explique explique-moi expliquer décris décrire dis-moi montre-moi résume résumer liste donne-moi",
    ),
  },
];

// These verbs do not show the kind of work.
const NEUTRAL = wordSet(
  "run check look find analyze analyse see commit push pull switch checkout merge rebase stash continue stop start undo revert try keep go remember open close do don't ne read take get tell give show let pousse commite arrête annule essaie ouvre ferme lis regarde",
);
const BRANCHING = wordSet("branch pr branche");

const COMPLAINTS = wordings([
  "n't |not |no longer |never  → (?:doesn't|does not|don't|didn't|isn't|won't|not|no longer|never) (?:work(?:s|ing)?|compil(?:e|es|ing)|build(?:s|ing)?|start(?:s|ing)?|load(?:s|ing)?|show(?:s|ing)? up|render(?:s|ing)?)",
  "broken|failing|crash|hang|throwing|erroring|stuck → (?:is|are|still|keeps?|was|got) (?:broken|failing|crashing|crashes|hanging|hangs|throwing|erroring|stuck)",
  "fail|crash → (?:fails?|failed|crash(?:es|ed)) (?:with|on|when|in|at|after|because)",
  "error|exception|warning|crash|failure → (?:getting|seeing|got|get|there's|there is) (?:an?|the|this|that|these|some)[^.?!]{0,30} (?:errors?|exceptions?|warnings?|crash|failures?)",
  " pas| plus → (?:ne |n')?(?:marche|fonctionne|compile|démarre|charge|s'affiche|passe)(?:nt)? (?:pas|plus)",
  "plante|échoue|cassé → (?:plante|plantent|échoue|échouent|est cassée?|sont cassée?s)",
  "erreur|exception|régression → (?:j'ai|on a|il y a) (?:une|cette|des) (?:erreur|exception|régression|erreurs)",
]);
