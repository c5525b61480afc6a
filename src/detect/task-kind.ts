import { anyOf, startsWithAnyOf } from "./any-of.js";
import { directiveIn } from "./directive.js";
import { isQuestion } from "./question.js";
import { sentencesIn } from "./sentence.js";

export type TaskKind =
  | "implementation"
  | "debugging"
  | "review"
  | "refactoring"
  | "testing"
  | "documentation"
  | "release"
  | "question";

/** What kind of work a prompt asks for: its first directive decides, else a complaint, else a question. */
export function taskKindOf(text: string): TaskKind | undefined {
  const sentences = sentencesIn(text);
  for (const [index, { text: sentence }] of sentences.entries()) {
    const directive = directiveIn(sentence);
    if (directive === undefined) continue;
    // "Implement the following plan:" says less than the title of the plan.
    const title = directive.endsWith(":") ? sentences[index + 1]?.text.replace(TITLE, "") : undefined;
    const kind = (title === undefined ? undefined : kindOf(title)) ?? kindOf(directive);
    if (kind !== undefined) return kind;
  }
  if (sentences.some((sentence) => COMPLAINT.test(sentence.text))) return "debugging";
  return sentences.some((sentence) => isQuestion(sentence.text)) ? "question" : undefined;
}

/** The first of its clauses that says something: "read the parser and fix the bug". */
function kindOf(directive: string): TaskKind | undefined {
  for (const clause of directive.split(/,? (?:and|then|et|puis)(?: then| also| aussi)? /)) {
    const kind = KINDS.find(([, pattern]) => pattern.test(clause))?.[0];
    if (kind !== undefined) return kind;
    if (!UNTELLING.test(clause) && directiveIn(clause) !== undefined) return "implementation";
  }
  return undefined;
}

const TITLE = /^(?:(?:implementation )?plan|task|goal|objectif|tâche)\s*[:—–-]\s*/i;

// Directives that say nothing about the kind of work: the sentence after them may.
const UNTELLING =
  /^(?:(?:create|open|make) (?:a|the) (?:new )?(?:branch|pr|pull request)|run|check|look|find|analy[sz]e|see|log in|commit|push|pull|switch|checkout|merge|rebase|stash|continue|stop|start|undo|revert|try|keep|go|remember|open|close|do not|don't|ne |pousse|commite|continue|arrête|annule|essaie|ouvre|ferme|lis|read|look at|take|get|tell|give|show|let)(?!\p{L})/iu;

// In this order: "fix the tests" is debugging, "add tests for the fix" testing.
const KINDS: readonly (readonly [TaskKind, RegExp])[] = [
  [
    "debugging",
    startsWithAnyOf([
      "(?:fix|repair|solve|debug|troubleshoot|diagnose|reproduce|bisect|investigate|figure out why|find out why)",
      "(?:find|trace|track down)[^.?!]{0,60} (?:bug|cause|leak|regression|crash|error|problem)s?",
      "(?:corrige|corriger|répare|réparer|débogue|déboguer|débugge|débugger|résous|résoudre|investigue|reproduis)",
      "(?:trouve|trouver|cherche|chercher|regarde|vois) (?:pourquoi|la cause|le bug|l'erreur|d'où vient)",
    ]),
  ],
  [
    "review",
    startsWithAnyOf([
      "(?:review|audit|re-?read|proof-?read|double-?check|critique)",
      "(?:check|look at|look over|go through)[^.?!]{0,40} (?:pr|pull request|diff|review|comments?|feedback|changes)",
      "(?:relis|relire|revois|revoir|audite|auditer|fais une revue|faire une revue)",
      "(?:regarde|vérifie|examine)[^.?!]{0,40} (?:la pr|le diff|les changements|les commentaires|la revue)",
    ]),
  ],
  [
    "testing",
    startsWithAnyOf([
      "(?:add|write|create|extend|improve|run|rerun|re-run|generate|update|implement|increase|execute|complete)[^.?!]{0,50} (?:tests?|specs?|test cases?|test suite|coverage|e2e)",
      "(?:test|cover|benchmark|fuzz)",
      "(?:ajoute|ajouter|écris|écrire|crée|créer|complète|lance|lancer|relance|relancer|améliore|augmente|exécute|fais|mets à jour)[^.?!]{0,50} (?:tests?|couverture|specs?|cas de test)",
      "(?:teste|tester|couvre|couvrir)",
    ]),
  ],
  [
    "documentation",
    startsWithAnyOf([
      "document",
      "(?:add|write|update|improve|extend|create|complete|rewrite|draft|translate|change|make|polish)[^.?!]{0,50} (?:docs?|documentation|readme(?:\\.md)?|changelog(?:\\.md)?|docstrings?|jsdoc|javadoc|guide|tutorial|comments|adr|architecture\\.md|contributing(?:\\.md)?|\\S*docs?/\\S+|\\S+\\.md)",
      "(?:documente|documenter)",
      "(?:ajoute|écris|complète|améliore|mets à jour|mettre à jour|rédige|réécris|traduis|ajouter|écrire)[^.?!]{0,50} (?:docs?|documentation|readme(?:\\.md)?|changelog|commentaires|guide|tutoriel)",
    ]),
  ],
  [
    "release",
    startsWithAnyOf([
      "(?:release|publish|deploy|ship|tag|bump|roll out)",
      "(?:prepare|create|make|cut|draft)[^.?!]{0,30} (?:release|version|tag)",
      "(?:publie|publier|déploie|déployer|livre|livrer|sors la version|sortir la version|tague)",
      "(?:prépare|préparer|crée|créer)[^.?!]{0,30} (?:release|version|livraison|tag)",
    ]),
  ],
  [
    "refactoring",
    startsWithAnyOf([
      "(?:refactor|rename|restructure|reorgani[sz]e|deduplicate|dedupe|simplify|inline|decouple|tidy|flatten|unify|untangle)",
      "(?:clean up|tidy up|split up|pull out|factor out)",
      "(?:extract|move|split|rewrite|reduce|remove|convert)[^.?!]{0,50} (?:into|out of|to (?:its own|a separate|a shared|src)|duplicat\\p{L}*|dead code|classes|modules?|components?|files?|functions?|helpers?)",
      "(?:refactorise|refactoriser|refactore|renomme|renommer|restructure|réorganise|simplifie|simplifier|nettoie|nettoyer|découpe|découper|factorise|factoriser|extrais|extraire|déplace|déplacer|sépare|séparer)",
    ]),
  ],
  [
    "question",
    startsWithAnyOf([
      "(?:explain|describe|tell me|show me|summari[sz]e|list|compare|give me)",
      "(?:explique|expliquer|décris|décrire|dis-moi|montre-moi|résume|résumer|liste|compare|donne-moi)",
    ]),
  ],
];

const COMPLAINT = anyOf([
  "(?:doesn't|does not|don't|didn't|isn't|won't|not|no longer|never) (?:work(?:s|ing)?|compil(?:e|es|ing)|build(?:s|ing)?|start(?:s|ing)?|load(?:s|ing)?|show(?:s|ing)? up|render(?:s|ing)?)",
  "(?:is|are|still|keeps?|was|got) (?:broken|failing|crashing|crashes|hanging|hangs|throwing|erroring|stuck)",
  "(?:fails?|failed|crash(?:es|ed)) (?:with|on|when|in|at|after|because)",
  "(?:getting|seeing|got|get|there's|there is) (?:an?|the|this|that|these|some)[^.?!]{0,30} (?:errors?|exceptions?|warnings?|crash|failures?)",
  "(?:ne|n') ?(?:marche|fonctionne|compile|démarre|charge|s'affiche|passe)(?:nt)? (?:pas|plus)",
  "(?:marche|fonctionne|compile|démarre) (?:pas|plus)",
  "(?:plante|plantent|échoue|échouent|est cassée?|sont cassée?s)",
  "(?:j'ai|on a|il y a) (?:une|cette|des) (?:erreur|exception|régression|erreurs)",
]);
