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
