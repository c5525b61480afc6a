import { wordSet } from "./wording.js";

/** English and French words that hold sentences together and say nothing of the subject. */
export const STOP_WORDS = wordSet(
  "the and for are was were been being you your yours our ours his her hers its their theirs him them they she this that these those there here " +
    "with without within from into onto over under about above below after before again against between both but not nor only own same than then too very " +
    "can could should would will shall may might must cannot don doesn didn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn ain let lets " +
    "what which who whom whose when where why how all any each every few more most other some such one two also just like well even still ever never " +
    "does did doing done has have had having get gets got getting make makes made making want wants wanted need needs needed please thanks thank sure yes yep okay " +
    "now new use uses used using see sees look looks looking know think seems really actually maybe instead because since while until though although however " +
    "way ways thing things something anything everything nothing lot bit much many able out off down per via etc else yet already back going goes come " +
    "une des les est sont était etait été etre être avoir fait faire fais dans pour par avec sans sur sous vers chez entre que qui quoi dont quand comment pourquoi " +
    "pas plus moins très tres trop bien mal aussi encore déjà deja donc alors mais car puis ensuite après apres avant pendant depuis ainsi cela ceci ces cet cette " +
    "ses son leur leurs mon mes ton tes notre nos votre vos nous vous ils elle elles lui moi toi soi aux tout tous toute toutes même meme mêmes autre autres chaque " +
    "peut peux peuvent doit dois doivent faut veux veut voulu sera serait serai sois soit suis avons avez ont avait aurait merci oui non comme juste peu beaucoup rien " +
    "jamais toujours quel quelle quels quelles celui celle ceux celles lequel laquelle afin lors ici là est-ce s'il stp svp vas allez",
);

/** Everyday words of coding: people may search for them, but they are never the subject of a text. */
export const EVERYDAY_WORDS = wordSet(
  "add added adding fix fixed fixing change changed changing update updated updating remove removed create created creating implement implemented write wrote written " +
    "read run running work works working try check show tell give put set move keep start stop continue proceed go ahead next first second last final step part " +
    "code file folder line function method class type value name number string test testing issue problem bug error thing stuff case example good great better best right wrong " +
    "correct true false null undefined src lib dist app main index const return import export default http https www com org html json yaml toml readme " +
    "agent user help ensure currently current existing different following based complete completed full whole simple small old time day today question answer result detail " +
    "trying another inside outside achieve consider mean replace behave follow pattern print wonder include including stopped allow provide handle expect expected address comment note " +
    "across through perform apply happen appear based exist contain reflect mention refer describe explain understand investigate analyze analyse identify ensure proper properly correctly " +
    "tsx jsx mjs cjs spec txt png svg css tmp usr home pull request commit push branch merge repo plan task todo list item review feature support option " +
    "ajoute ajouter corrige corriger modifie modifier supprime supprimer crée créer cree creer change changer fichier dossier code fonction ligne erreur problème probleme " +
    "marche teste tester lance lancer continue continuer regarde regarder utilise utiliser nouveau nouvelle premier première étape etape suite maintenant vérifie verifie vérifier dire mettre met mets",
);

/** Common words of talk that people use about any work: a text is never about them. */
export const COMMON_WORDS = wordSet(
  "hey hmm hmmm yeah yea yup nope nah wow ugh ahh lol btw sorry thx dear team guys folks everyone someone anyone somebody people person coworker colleague " +
    "lunch coffee morning afternoon evening night tomorrow yesterday week month year hour minute moment weekend monday tuesday wednesday thursday friday saturday sunday " +
    "quite early earlier late later soon recent top bottom prio obviously weird various bunch couple several enough around instead unless except whatever whichever whenever wherever somewhere somehow sometimes often always usually mostly nearly almost perhaps probably possibly basically literally technically " +
    "ask asked asking say said saying talk talked wait waiting hope hoping feel feeling seem seemed believe guess guessing suppose remember forget wish wonder notice noticed find found figure decide tackle bring brought take took taken taking give gave given send sent receive come came become became leave left kept turn turned " +
    "happy sad glad nice cool awesome perfect amazing bad worse worst hard easy easier easily quick quickly fast slow big bigger large little tiny long longer short shorter high low full real actual certain possible impossible likely unlikely important relevant interesting similar additional extra meaningful familiar general specific obvious fine clear close closer same different particular basic normal usual strange own " +
    "yes first third once twice three four five six seven eight nine ten hundred thousand half dozen far near away anyway together apart along behind beyond beside toward towards throughout " +
    "page side place kind sort way end begin beginning start reason point fact idea thought opinion sense matter difference effort chance deal choice hand world life mention mentioned list lists screenshot paste pasted attached below above " +
    "doing done tried trying let letting using used want wanted needed required getting got going gone went working worked happen happened happening change remembered completed finished ready able unable allowed supposed meant means isnt dont doesnt cant wont theyre thats whats im ive id lets wouldnt didnt " +
    "look looked looking see seen show showed shown showing check checked checking watch think thinking know known knowing understand understanding misunderstanding mean suggest suggested recommend prefer care worry worried sure keep keeping stay stayed rest " +
    "latest newest oldest newer older current previous previously former next upcoming existing original initial final overall main major minor single multiple entire whole total " +
    "coup ans an jour jours semaine mois année heure matin soir midi déjeuner café demain hier près loin cours pendant truc trucs chose choses fois gens personne quelqu quelque quelques plusieurs besoin envie façon manière sorte genre cas côté fin début haut bas fait idée avis question réponse " +
    "dis dit dire demande demandé demander parle parler pense penser crois croire sais savoir vois voir voit voyons trouve trouver prends prendre pris donne donner donné viens venir reviens revenir vient passer passé attends attendre reste rester laisse laisser tiens garder propose proposer semble sembler implémente implémenter créé créée créer réponds répondre désormais dorénavant actif " +
    "bon bonne bons bonnes mauvais grand grande petit petite gros grosse longue court courte vite rapide rapidement lent facile facilement difficile vrai faux sûr simple seul seule dernier dernière prochain prochaine ancien ancienne actuel actuelle actuellement vraiment surtout peut-être environ presque assez plutôt tard tôt ailleurs partout",
);
