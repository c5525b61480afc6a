import type { Cue } from "./cue.js";

/** Cues of rules, obstacles, finished and remaining work, questions, and of what nobody says. */
export const WORK_CUES: readonly Cue[] = [
  // Standing rules.
  [
    "always",
    "always|ever|each time|toujours|jamais",
    /\b(?:always|never|ever|every time|each time|toujours|jamais)\b/,
  ],
  [
    "every",
    "every|each|any|all|nothing|chaque|tous|toutes",
    /\b(?:every|each|any|all|anything|nothing|chaque|tous|toutes)\b/,
  ],
  [
    "do not",
    "don|do not|never|avoid|stop|no more|without|ne |évite|sans",
    /\b(?:don'?t|do not|never|avoid|stop|no more|without|ne \w+ (?:pas|jamais)|évite[rz]?|sans)\b/,
  ],
  [
    "do not first",
    "don|avoid|stop|no|ne",
    /^(?:please |but |and |also |ok,? )*(?:don'?t|do not|never|avoid|stop|no|ne)\b/,
  ],
  [
    "make sure",
    "make sure|ensure|be careful|be sure|remember|keep in mind|have in mind|take care|assure|fais attention|pense à|n'oublie",
    /\b(?:make sure|ensure|be careful|be sure|remember|keep in mind|have in mind|take care|assure|fais attention|pense à|n'oublie)\b/,
  ],
  [
    "as possible",
    " as possible|simple|minimal|lightweight|too ",
    /\bas \w+ as possible\b|\bsimple(?:st)?\b|\bminimal\b|\blightweight\b|\btoo (?:slow|much|many|long|deep)\b/,
  ],
  [
    "convention",
    "convention|policy|rule|standard|style|consistent|format|guideline|principle",
    /\b(?:convention|policy|rule|standard|style|consistent|format|guideline|principle)s?\b/,
  ],
  // Something is in the way.
  [
    "fail",
    "fail|error|crash|broken|break|throw|exception|panic|explod|échou|erreur|plante|cassé",
    /\b(?:fail(?:s|ed|ing|ures?)?|errors?|crash\w*|broken|breaks?|throws?|exception|panic\w*|explod\w*|échou\w*|erreurs?|plante\w*|cassé\w*)\b/,
  ],
  [
    "not work",
    "doesn't|don't|didn't|isn't|not|never|won't|can't|couldn't|marche|fonctionne|passe",
    /\b(?:doesn't|does not|don't|didn't|isn't|is not|not|never|won't|can't|cannot|couldn't) (?:\w+ ){0,2}(?:work|works|working|worked|show|shows|showing|seem|appear|appears|happen|happens|fire|fires|trigger|triggers|get|see|seeing|change|update|updated|run|start|exist|complete)\b|\bne (?:marche|fonctionne|passe) (?:pas|plus)\b/,
  ],
  ["still", "still|toujours|encore", /\bstill\b|\btoujours\b|\bencore\b/],
  [
    "still bad",
    "still ",
    /\bstill (?:not|see|seeing|show\w*|fail\w*|the same|display\w*|getting|some|there|looks?|no|broken|happen\w*|doesn't|can't|there)\b|\bstill there\b/,
  ],
  [
    "stuck",
    "stuck|blocked|blocker|blocks|blocking|can't|cannot|unable|waiting|requires|bloqu|impossible",
    /\b(?:stuck|blocked|blocker|blocks|blocking|can't|cannot|unable|waiting|requires|bloqu\w*|impossible)\b/,
  ],
  [
    "problem",
    "issue|problem|bug|missing|gap|weird|regression|conflict|warning|problème|manque",
    /\b(?:issues?|problems?|bugs?|missing|gaps?|weird|regressions?|conflicts?|warnings?|problèmes?|manque\w*)\b/,
  ],
  [
    "i see",
    "having|get|see|got|noticed|j'ai ",
    /\b(?:i'm|i am|im) (?:getting|seeing|having)\b|\bi (?:get|see|got|have noticed|'ve noticed|noticed|haven't seen|don't see)\b|\bj'ai (?:une|cette)\b|^(?:hm+|ok|okay)?,? ?(?:not |still )?(?:seeing|getting)\b/,
  ],
  // It works again.
  [
    "works now",
    "work|fixed|resolved|passes|passing|green|unblocked|done|marche|fonctionne|résolu|now |been |stopped|looking ok",
    /\b(?:works?|working|fixed|resolved|passes|passing|green|unblocked|done|marche|fonctionne|résolu)\b.*\b(?:now|again|maintenant|désormais)\b|\bnow (?:works?|passes|working)\b|\bit works\b|\b(?:has|have) (?:been (?:added|configured|fixed|resolved)|stopped)\b|\blooking ok\b/,
  ],
  [
    "i did",
    "updated|added|configured|fixed|did|done|ran|set|changed|restarted|merged|pushed|approved|created|selected|enabled",
    /^(?:ok,? |okay,? |done,? )?(?:i|i've|i have|i just|just) (?:\w+ )?(?:updated|added|configured|fixed|did|done|ran|set|changed|restarted|merged|pushed|approved|created|undid|selected|enabled)\b|^done\b/,
  ],
  // Work that remains.
  ["next", "next|prochain|ensuite", /\bnext(?: up| steps?)?\b|\bprochain\w*\b|\bensuite\b/],
  [
    "remains",
    "remain|left|to|pending|outstanding|open item|reste|à faire",
    /\b(?:remaining|remains?|left|todos?|to-?do|pending|outstanding|open items?|reste\w*|à faire)\b/,
  ],
  [
    "not yet",
    "yet|planned|committed|pushed|implemented|tested|started|done|merged|wired|pas encore",
    /\b(?:not|n't|no) (?:\w+ )?(?:yet|planned|committed|pushed|implemented|tested|started|done|merged|wired)\b|\bpas encore\b/,
  ],
  [
    "need",
    "need|require|besoin|faudra",
    /\b(?:needs?|need to|needed|will need|you'll need|requires?)\b|\bbesoin\b|\bfaudra\w*\b/,
  ],
  ["will", "will|'ll|going to|gonna|would", /\b(?:will|'ll|going to|gonna|would)\b/],
  [
    "could",
    "could|can|may|might|possibly|perhaps|peut|pourrait",
    /\b(?:could|can|may|might|possibly|maybe|perhaps|peut|pourrait)\b/,
  ],
  [
    "recommend",
    "recommend|suggest|consider|worth|propose|better|ideally|recommand|conseill",
    /\b(?:recommend\w*|suggest\w*|consider|worth|propose\w*|better|ideally|recommand\w*|conseill\w*)\b/,
  ],
  ["ready", "ready |when you|prêt", /\bready (?:for|to|when)\b|\bwhen you(?:'re| are)\b|\bprêt/],
  [
    "you can",
    "you |vous |peux|dois",
    /\byou (?:can|could|may|should|might|'ll|will|need|must|now)\b|\bvous (?:pouvez|devez)\b|\btu (?:peux|dois)\b/,
  ],
  [
    "to check",
    "verify|check whether|confirm|test whether|run|double-check|investigate|vérifie",
    /\b(?:verify|check whether|confirm|test whether|re-?run|double-check|investigate|vérifie\w*)\b/,
  ],
  ["open box", "[ ]", /^\[ \]/],
  ["command", "/|codespan", /^\/[a-z]|^codespan$|^run codespan/],
  [
    "phase",
    "phase|step|wave|stage|milestone|wp|plan|sprint|étape",
    /\b(?:phase|step|wave|stage|milestone|wp|plan|sprint|étape) ?\d/,
  ],
  ["plan title", "plan|fix|feat|refactor", /^(?:plan|implementation plan|fix|feat|refactor|feature)\s*:/],
  // Finished work.
  [
    "passes",
    "pass|clean|green|succeed|all |errors|failures|issues",
    /\b(?:tests?|checks?|build|lint|ci|suite)\b.* (?:pass|passed|passes|clean|green|succeeds?|succeeded|passent)\b|\ball (?:\w+ )?(?:pass|clean|green)\b|\b\d+ (?:passed|passing)\b|\b0 (?:errors|failures|issues)\b/,
  ],
  [
    "passive",
    "is|are|was|were|been|being|est|sont|été",
    /\b(?:is|are|was|were|been|being|est|sont|été) (?:now |also |all |fully |correctly )?\w+(?:ed|é|ée|és|ées)\b/,
  ],
  ["been", "has|have|'ve|'s", /\b(?:has|have|'ve|'s) (?:now |all |been |also )?\w+ed\b/],
  ["i've", "we've|we have|i", /^(?:i've|i have|we've|we have|i) \w+|^j'ai\b/],
  [
    "now does",
    "now |maintenant",
    /\bnow (?:\w+s|accepts?|uses?|returns?|passes|checks?|handles?|shows?|correctly|properly|complete|derive)\b|\bmaintenant\b/,
  ],
  [
    "shipped",
    "committed|pushed|merged|created|deployed|released|published|installed|commité|poussé|fusionné|créé|déployé",
    /\b(?:committed|pushed|merged|created|deployed|released|published|installed|commité|poussé|fusionné|créé|déployé)\b/,
  ],
  [
    "complete",
    "complete|all done|implemented|in place|up to date|terminé|fini",
    /\b(?:complete|completed|finished|all done|implemented|in place|up to date|terminé\w*|fini\w*)\b/,
  ],
  ["tick", "✅|✓|☑|✔", /[✅✓☑✔]/u],
  ["cross", "❌|✗|✘|🚫", /[❌✗✘🚫]/u],
  [
    "deed after",
    "added|updated|fixed|renamed|replaced|changed|moved|created|new|deleted|refactored|extracted|introduced|wired|extended",
    /(?:: |[—–-] )(?:now |also )?(?:added|removed|updated|fixed|renamed|replaced|changed|moved|created|new|deleted|refactored|extracted|introduced|wired|extended)\b/,
  ],
  [
    "added",
    "added|updated|fixed|renamed|replaced|changed|moved|deleted|refactored|extracted|introduced|reverted|wired|extended|ajouté|corrigé|supprimé",
    /\b(?:added|removed|updated|fixed|renamed|replaced|changed|moved|deleted|refactored|extracted|introduced|reverted|wired|extended|ajouté|corrigé|supprimé)\w*/,
  ],
  // Asking.
  ["ask", "?", /\?["')\]]*$/],
  [
    "ask word",
    "what|why|how|where|when|which|who|is|are|do|did|should|shall|can|could|would|will|any|quoi|comment|où|est-ce|quel",
    /^(?:\w+,? )?(?:what|why|how|where|when|which|who|is|are|does|do|did|should|shall|can|could|would|will|any|quoi|pourquoi|comment|où|est-ce|quel\w*)\b/,
  ],
  [
    "please",
    "please|pls|plz|stp|svp|merci de|s'il ",
    /\b(?:please|pls|plz|stp|svp|merci de|s'il (?:te|vous))\b/,
  ],
  [
    "can you",
    "can|could|would|will|peux|pourrais|pouvez-vous",
    /\b(?:can|could|would|will) (?:you|we|i)\b|\b(?:peux|pourrais)-?tu\b|\bpouvez-vous\b/,
  ],
  [
    "offer",
    "want me to|shall i|should i|would you like|let me know|do you want|if you|happy to|i can|veux-tu|voulez-vous|dis-moi",
    /\b(?:want me to|shall i|should i|would you like|let me know|do you want|if you(?:'d)? (?:want|like)|happy to|i can)\b|\b(?:veux-tu|voulez-vous|dis-moi)\b/,
  ],
  [
    "see below",
    "following|below|here|voici|ci-dessous|as follows",
    /\b(?:the following|following|below|here(?:'s| is| are|s)|voici|ci-dessous|as follows)\b/,
  ],
  ["let me", "let me|i'll|i will|i'm going to", /\b(?:let me|i'll|i will|i'm going to)\b/],
  // What nobody says.
  ["stamp", "-|:", /\d{4}-\d\d-\d\d|\b\d\d:\d\d\b/],
  ["assignment", "", /\w ?= ?["'[\w]|[{};]$|\w\(.*\)$|:=|&&|\|\|/],
  ["diff", "", /^[+-] ?\d|^[+-]{2}|^@@/],
  [
    "interrupted",
    "[request interrupted|[image|[redacted|<",
    /\[request interrupted|\[image|\[redacted|<[a-z-]+>/,
  ],
  ["link", "weblink", /\bweblink\b/],
  ["id", "", /\b[0-9a-f]{7,}\b|\b[a-z]+-\d+\b|\b[a-z]\d{1,2}\b/],
];
