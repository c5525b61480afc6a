import { startsWithAnyOf } from "./any-of.js";
import { isQuestion } from "./question.js";

/**
 * What a sentence tells somebody to do, without its courtesies: "can you please fix the parser?" is "fix the parser".
 * Nothing where it only asks or remarks.
 */
export function directiveIn(sentence: string): string | undefined {
  const plain = withoutCourtesies(sentence);
  const told = TOLD.exec(plain);
  if (told !== null) {
    const rest = withoutCourtesies(plain.slice(told[0].length).trimStart());
    return startsWithVerb(rest) ? rest.replace(/\s*\?$/, "") : undefined;
  }
  if (isQuestion(plain) && !/(?:,? ok| please| stp| svp)\s*\?$/i.test(plain)) return undefined;
  return startsWithVerb(plain) ? plain.replace(/\s*\?$/, "") : undefined;
}

/** Begins with one of the verbs people direct with. */
function startsWithVerb(text: string): boolean {
  return VERB.test(text) && !NOT_A_VERB.test(text);
}

function withoutCourtesies(sentence: string): string {
  let text = sentence;
  for (let i = 0; i < MOST_COURTESIES; i++) {
    const next = text.replace(COURTESY, "");
    if (next === text) break;
    text = next;
  }
  return text.replace(AFTERWARDS, "");
}

const MOST_COURTESIES = 5;

const COURTESY = new RegExp(
  `^(?:${[
    // English
    "ok(?:ay)?",
    "yes|yeah|yep|no|nope|sure|right|alright|all right|perfect|great|good|nice|cool|awesome|excellent|fine|thanks|thank you",
    "hi|hey|hello",
    "please|pls|plz",
    "so|now|then|next|also|and|but|first|well|hmm+|actually|just|go ahead(?: and)?|go",
    "ok,? go|sounds good|lgtm|looks good|makes sense|for now|in that case|instead|quickly",
    // French
    "oui|non|d'accord|merci|super|parfait|génial|très bien|bien|bon|nickel|salut|bonjour|coucou",
    "stp|svp|s'il te pla[iî]t|s'il vous pla[iî]t",
    "alors|donc|maintenant|ensuite|puis|et|mais|aussi|d'abord|du coup|vas-y|allez|pour l'instant|dans ce cas|à présent|également",
  ].join("|")})(?![\\p{L}\\p{N}_'-])[\\s,.!:;—–-]*`,
  "iu",
);
const AFTERWARDS =
  /[\s,]*(?:please|pls|thanks|thank you|stp|svp|s'il te pla[iî]t|s'il vous pla[iî]t|merci)[\s.!]*(?=\??$)/iu;

// What stands before the verb when somebody is told to do something.
const TOLD = startsWithAnyOf([
  "(?:can|could|would|will) you(?: (?:please|also|now|just|then|maybe|kindly|quickly))*",
  "(?:can|could) we please",
  "would you mind",
  "(?:I|we) (?:need|want|would like)(?: you)? to(?: (?:also|now|just))?",
  "I(?:'d| would) like(?: you)? to",
  "I(?:'d| would) like us to",
  "you (?:should|need to|must|have to|can)(?: (?:also|now|just))?",
  "(?:I think )?we (?:should|need to|must|have to)(?: (?:also|now|just|at least|probably))?",
  "let's(?: (?:also|now|just|please|first))?",
  "let us",
  "make sure(?: (?:to|that you|you))",
  "your (?:task|job) is to",
  "the (?:task|goal|aim) is to",
  "(?:peux|pourrais|veux)[- ]tu(?: (?:aussi|maintenant|juste|stp))?",
  "(?:pouvez|pourriez)[- ]vous(?: (?:aussi|maintenant|juste|svp))?",
  "tu (?:peux|pourrais|dois|devrais)(?: (?:aussi|maintenant|juste))?",
  "vous (?:pouvez|pourriez|devez)",
  "est-ce que tu (?:peux|pourrais)",
  "(?:il )?faut(?: (?:aussi|maintenant|juste))?",
  "(?:il )?faudrait(?: (?:aussi|maintenant|juste))?",
  "on (?:doit|va|devrait|peut)(?: (?:aussi|maintenant|juste))?",
  "je (?:veux|voudrais|souhaite)",
  "j'aimerais",
  "j'ai besoin (?:de|d')",
  "n'oublie pas (?:de|d')",
  "pense à",
]);

const ENGLISH =
  "add|adjust|adapt|align|allow|analy[sz]e|append|apply|assert|audit|automate|avoid|benchmark|bisect|block|bring|build|bump|cache|call|change|check|choose|clean|clear|close|collapse|combine|commit|compare|complete|configure|connect|continue with|convert|copy|correct|cover|create|cut|debug|declare|dedupe|deduplicate|default|define|delete|deploy|describe|design|detect|disable|display|do not|document|don't|download|draft|drop|dump|edit|emit|enable|encrypt|ensure|enforce|erase|execute|expand|explain|explore|export|expose|extend|extract|fetch|figure out|fill|filter|find|finish|fix|flatten|follow|force|format|generate|get|give|go through|group|guard|handle|harden|hide|highlight|ignore|implement|import|improve|include|increase|inline|insert|inspect|install|integrate|introduce|invert|investigate|isolate|keep|kill|limit|link|lint|list|load|localize|log|look (?:at|into|for|up)|lower|make|mark|measure|merge|migrate|minify|mock|modify|move|name|normali[sz]e|notify|open|optimi[sz]e|organi[sz]e|package|paginate|parse|patch|persist|pick|pin|plan|polish|port|post|prefix|prepare|prevent|print|profile|propose|protect|provide|prune|publish|pull|push|put|read|rebase|rebuild|record|reduce|refactor|refine|regenerate|register|reject|release|remember|remove|rename|render|reorder|reorganize|repair|replace|report|reproduce|require|research|reset|resolve|restore|restructure|restrict|return|reuse|revert|review|rewrite|roll ?back|rotate|run|sanitize|save|scaffold|scan|search|secure|select|send|separate|serve|set(?: up)?|shorten|show|simplify|skip|solve|sort|speed up|split|squash|start|stop|store|stream|strip|submit|suggest|summari[sz]e|support|swap|switch|sync|take|tell|test|throw|tidy|tighten|toggle|trace|track|translate|trigger|trim|triage|try|tune|turn|uncomment|undo|unify|uninstall|update|upgrade|upload|use|validate|verify|view|walk|warn|wire|wrap|write";

const FRENCH =
  "abandonne|active|adapte|affiche|ajoute|ajuste|améliore|analyse|annule|applique|arrête|assure-toi|augmente|bloque|calcule|change|charge|cherche|choisis|commence|commente|commite|compare|complète|configure|construis|continue|convertis|copie|corrige|crée|débogue|débugge|découpe|définis|déplace|déploie|désactive|détecte|documente|donne|dresse|écris|élimine|enlève|enregistre|envoie|essaie|étends|évite|examine|exécute|explique|exporte|extrais|fais|ferme|filtre|finis|fusionne|garde|génère|gère|implémente|importe|indique|initialise|insère|inspecte|installe|intègre|investigue|isole|lance|limite|lis|liste|mesure|mets|migre|modifie|montre|nettoie|nomme|optimise|ouvre|parcours|passe|paramètre|permets|persiste|place|planifie|pousse|prends|prépare|présente|propose|protège|publie|range|réduis|réécris|refactorise|refactore|refais|regarde|relance|relis|remets|remplace|renomme|répare|repère|reprends|réorganise|résous|restaure|résume|retire|retourne|rends|revois|sauvegarde|sépare|simplifie|sors|stocke|supprime|teste|termine|traduis|traite|transforme|trie|trouve|unifie|utilise|valide|vérifie|vire";
const FRENCH_INFINITIVE =
  "(?:l'|le |la |les |y |m'|me |te |nous )?(?:abandonner|activer|adapter|afficher|ajouter|ajuster|améliorer|analyser|annuler|appliquer|arrêter|augmenter|bloquer|calculer|changer|charger|chercher|choisir|commencer|commenter|comparer|compléter|configurer|construire|convertir|copier|corriger|créer|déboguer|débugger|découper|définir|déplacer|déployer|désactiver|détecter|documenter|donner|écrire|éliminer|enlever|enregistrer|envoyer|essayer|étendre|éviter|examiner|exécuter|expliquer|exporter|extraire|faire|fermer|filtrer|finir|fusionner|garder|générer|gérer|implémenter|importer|indiquer|initialiser|insérer|inspecter|installer|intégrer|isoler|lancer|limiter|lire|lister|mesurer|mettre|migrer|modifier|montrer|nettoyer|nommer|optimiser|ouvrir|parcourir|passer|permettre|placer|planifier|pousser|prendre|préparer|présenter|proposer|protéger|publier|ranger|réduire|réécrire|refactoriser|refactorer|refaire|regarder|relancer|relire|remettre|remplacer|renommer|réparer|reprendre|réorganiser|résoudre|restaurer|résumer|retirer|rendre|revoir|sauvegarder|séparer|simplifier|sortir|stocker|supprimer|tester|terminer|traduire|traiter|transformer|trier|trouver|unifier|utiliser|valider|vérifier|virer)";

const VERB = startsWithAnyOf([ENGLISH, FRENCH, FRENCH_INFINITIVE, "ne \\p{L}+ (?:pas|plus|jamais)"]);
// Verbs that are nouns or adjectives here: "test results are odd", "open issues", "list items", "use of".
const NOT_A_VERB =
  /^(?:(?:test|build|check|log|run|list|link|type|cache|import|export|report|review|release|update|change|search|set|start|call|format|filter|merge|name|copy|display|support|show|open|print|package|profile|record|register|trace|track|fix|use|read|load|store|commit|patch|port|pin|post|push|pull|view|walk|wrap|limite?|liste|teste?|place|passe|commande|garde|marque|analyse|active|charge|copie|range|sors|change)(?:s|es)?)(?: (?!the |a |an |le |la |les |un |une )\S+)? (?:is|are|was|were|has|have|fails?|failed|seems?|looks?|should|shows?|says?|gives?|of|doesn't|don't|isn't|aren't|est|sont|échoue|échouent|semble|marche|plante)(?!\p{L})/iu;
