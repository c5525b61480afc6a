import { wordSet, wordsIn } from "../words/wording.js";
import { isQuestion } from "./next-action.js";
import { lowerOf } from "./sentence.js";

/** The order in a sentence without its courtesies: "can you please fix the parser?" is "fix the parser". */
export function directiveIn(sentence: string): string | undefined {
  const plain = withoutCourtesies(sentence);
  const lower = lowerOf(plain);
  const order = ORDER_LEADS.find((lead) => lower.startsWith(lead) && isEdge(lead, lower[lead.length]));
  if (order === undefined && isQuestion(lower) && !/(?:,? ok| please| stp| svp)\s*\?$/.test(lower))
    return undefined;
  const rest = order === undefined ? plain : withoutCourtesies(plain.slice(order.length));
  return startsWithVerb(lowerOf(rest)) ? rest.replace(/\s*\?$/, "") : undefined;
}

function startsWithVerb(lower: string): boolean {
  const [first = "", second = "", third = ""] = wordsIn(lower.slice(0, MAX_START_CHARS));
  const verb = first.replace(/^(?:l|m|t|d)'/, "");
  if (NO_DIRECTIVES.has(`${first} ${second}`)) return false;
  if (VERBS.has(verb) || TWO_WORD_VERBS.has(`${first} ${second}`)) {
    // In "test results are odd" and "open issues" the verb is a noun or an adjective.
    if (!NOUNS.has(first) || DETERMINERS.has(second)) return true;
    return !FINITE.has(second) && !FINITE.has(third);
  }
  if (first === "ne") return third === "pas" || third === "plus" || third === "jamais";
  return CLITICS.has(first) && /[ei]r$|re$/.test(second) && VERBS.has(second);
}

function withoutCourtesies(sentence: string): string {
  let text = sentence.replace(SEPARATORS, "");
  for (let i = 0; i < 6; i++) {
    const lower = lowerOf(text.slice(0, MAX_START_CHARS));
    const courtesy =
      PHRASES.find((phrase) => lower.startsWith(phrase) && isEdge(phrase, lower[phrase.length])) ??
      /^[a-zà-öø-ÿœ]+(?:['-][a-zà-öø-ÿœ]+)*/.exec(lower)?.[0];
    if (courtesy === undefined || !(COURTESIES.has(courtesy) || PHRASES.includes(courtesy))) break;
    text = text.slice(courtesy.length).replace(SEPARATORS, "");
  }
  const tail = text.slice(-40);
  return text.slice(0, text.length - tail.length) + tail.replace(AFTERWARDS, "");
}

function isEdge(lead: string, next: string | undefined): boolean {
  return lead.endsWith("'") || next === undefined || !/[a-z0-9à-öø-ÿœ_'-]/.test(next);
}

const MAX_START_CHARS = 80;
const SEPARATORS = /^[\s,.!:;—–-]+/;
const AFTERWARDS =
  /[\s,]+(?:please|pls|thanks|thank you|stp|svp|s'il te pla[iî]t|s'il vous pla[iî]t|merci)[\s.!]*(?=\??$)/i;

const COURTESIES = wordSet(
  "ok okay yes yeah yep yup no nope sure right alright perfect great good nice cool awesome excellent fine thanks hi hey hello " +
    "please pls plz so now then next also and but first well hm hmm hmmm actually just go instead quickly lgtm kindly maybe probably " +
    "oui non d'accord merci super parfait génial bien bon nickel salut bonjour coucou stp svp " +
    "alors donc maintenant ensuite puis et mais aussi d'abord vas-y allez également juste",
);
const PHRASES = (
  "go ahead and|go ahead|all right|thank you|ok go|sounds good|looks good|makes sense|for now|" +
  "in that case|at least|s'il te plaît|s'il te plait|s'il vous plaît|très bien|du coup|pour l'instant|" +
  "dans ce cas|à présent"
).split("|");

// The words before the verb of an order, longer ones first.
const ORDER_LEADS = (
  "can you|could you|would you mind|would you|will you|can we please|could we please|i need you to|" +
  "i want you to|i would like you to|i'd like you to|i'd like us to|i need to|i want to|i would like to|" +
  "i'd like to|we need to|we want to|we would like to|you should|you need to|you must|you have to|" +
  "you can|i think we should|i think you should|we should|we must|we have to|let's|lets|let us|" +
  "make sure to|make sure you|your task is to|your job is to|the task is to|the goal is to|peux-tu|" +
  "peux tu|pourrais-tu|veux-tu|pouvez-vous|pourriez-vous|tu peux|tu pourrais|tu dois|tu devrais|" +
  "vous pouvez|vous pourriez|vous devez|est-ce que tu peux|est-ce que tu pourrais|il faut|il faudrait|" +
  "faut|faudrait|on doit|on va|on devrait|on peut|je veux|je voudrais|je souhaite|j'aimerais|" +
  "j'ai besoin de|j'ai besoin d'|n'oublie pas de|n'oublie pas d'|pense à"
).split("|");

const VERBS = wordSet(
  "add adjust adapt align allow analyze analyse append apply assert audit automate avoid benchmark bisect block bring build bump cache call change check choose clean clear close collapse combine commit compare complete configure connect convert copy correct cover create cut debug declare dedupe deduplicate define delete deploy describe design detect disable display document don't download draft drop dump edit emit enable encrypt ensure enforce erase execute expand explain explore export expose extend extract fetch fill filter find finish fix flatten follow force format generate get give group guard handle harden hide highlight ignore implement import improve include increase inline insert inspect install integrate introduce invert investigate isolate keep kill limit link lint list load localize log lower make mark measure merge migrate minify mock modify move name normalize normalise notify open optimize optimise organize organise package paginate parse patch persist pick pin polish port post prefix prepare prevent print profile propose protect provide prune publish pull push put read rebase rebuild record reduce refactor refine regenerate register reject release remember remove rename render reorder reorganize reorganise repair replace report reproduce require research reset resolve restore restructure restrict return reuse revert review rewrite rollback rotate run sanitize save scaffold scan search secure select send separate serve set shorten show simplify skip solve sort split squash start stop store stream strip submit suggest summarize summarise support swap switch sync take tell test throw tidy tighten toggle trace track translate trigger trim triage try tune turn uncomment undo unify uninstall update upgrade upload use validate verify view walk warn wire wrap write " +
    "abandonne active adapte affiche ajoute ajuste améliore analyse annule applique arrête assure-toi augmente bloque calcule change charge cherche choisis commence commente commite compare complète configure construis convertis copie corrige couvre crée débogue débugge découpe définis déplace déploie désactive détecte documente donne dresse écris élimine enlève enregistre envoie essaie étends évite examine exécute explique exporte extrais factorise fais ferme filtre finis fusionne garde génère gère implémente importe indique initialise insère inspecte installe intègre investigue isole lance limite lis liste livre mesure mets migre modifie montre nettoie nomme optimise ouvre parcours passe paramètre permets persiste place planifie pousse prends prépare présente propose protège publie range rédige réduis réécris refactorise refactore refais regarde relance relis remets remplace renomme répare repère reprends réorganise résous restaure résume retire retourne rends revois sauvegarde sépare simplifie sors stocke supprime teste termine traduis traite transforme trie trouve unifie utilise valide vérifie vire explique-moi montre-moi donne-moi dis-moi fais-moi ajoute-moi " +
    "abandonner activer adapter afficher ajouter ajuster améliorer analyser annuler appliquer arrêter augmenter bloquer calculer changer charger chercher choisir commencer commenter comparer compléter configurer construire convertir copier corriger couvrir créer déboguer débugger découper définir déplacer déployer désactiver détecter documenter donner écrire éliminer enlever enregistrer envoyer essayer étendre éviter examiner exécuter expliquer exporter extraire factoriser faire fermer filtrer finir fusionner garder générer gérer implémenter importer indiquer initialiser insérer inspecter installer intégrer isoler lancer limiter lire lister livrer mesurer mettre migrer modifier montrer nettoyer nommer optimiser ouvrir parcourir passer permettre placer planifier pousser prendre préparer présenter proposer protéger publier ranger rédiger réduire réécrire refactoriser refactorer refaire regarder relancer relire remettre remplacer renommer réparer reprendre réorganiser résoudre restaurer résumer retirer rendre revoir sauvegarder séparer simplifier sortir stocker supprimer tester terminer traduire traiter transformer trier trouver unifier utiliser valider vérifier virer",
);
// Verbs of two words.
const TWO_WORD_VERBS = new Set(
  (
    "look at|look into|look for|look up|go through|figure out|speed up|roll back|do not|continue with|" +
    "continue la|continue le|continue les|plan the|plan a|plan how|come up"
  ).split("|"),
);
const NO_DIRECTIVES = new Set(["correct me", "fill me", "forget it", "get well", "mind you"]);
const CLITICS = wordSet("le la les y me te nous");

const NOUNS = wordSet(
  "test tests build check checks log logs run list link cache import export report review release update updates change changes search set start call format filter merge name copy display support show open print package profile record register trace track fix use read load store commit patch port pin post push pull view walk wrap stream limite liste teste place passe garde analyse active charge copie range sors stop design cut draft group guard",
);
const DETERMINERS = wordSet(
  "the a an this that these those all every each my our your le la les l' un une ce cette ces des",
);
const FINITE = wordSet(
  "is are was were has have fails failed seems looks should shows says gives of doesn't don't isn't aren't est sont échoue échouent semble marche plante",
);
