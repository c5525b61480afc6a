/** What a sentence may show, in lower case. The learned weights say what each is worth; French stands beside English. */
export const CUES: readonly (readonly [name: string, pattern: RegExp])[] = [
  // The speaker chooses.
  [
    "want",
    /\b(?:i|we)(?:'d| would| do| really| also| actually| basically| only| just)* (?:want|like|love|prefer)\b|\bj(?:e veux|e préfère|'aimerais|e voudrais)\b/,
  ],
  ["want be", /\bwants? (?:it |this |that |them |the \w+ )?to be\b/],
  ["should be", /\b(?:should|must|needs? to|has to|have to) (?:\w+ )?be\b|\bdoi(?:t|vent) être\b/],
  ["should", /\b(?:should|ought to)\b|\bdevrai(?:t|ent|s)\b/],
  ["must", /\b(?:must|has to|have to|required?)\b|\bdoi(?:t|vent|s)\b|\bil faut\b/],
  ["let's", /^(?:\w+,? ){0,2}let'?s\b|^(?:\w+,? ){0,2}on (?:va|part|prend|garde|fait)\b/],
  [
    "let's choose",
    /\blet'?s (?:just |also |simply |rather |instead )?(?:do|go|use|keep|stick|take|implement|try|not|drop|remove|leave|get|call|make|have|start|skip|switch|move|stay|handle)\b/,
  ],
  [
    "let's work",
    /\blet'?s (?:also |first |now )?(?:add|adjust|write|fix|update|investigate|talk|look|check|review|see|run|test|tackle|continue)\b/,
  ],
  ["go with", /\b(?:go|going|went|stick|sticking|goes?) (?:with|for)\b|\bpart(?:ons|ir)? sur\b/],
  ["decide", /\b(?:decided?|decision|chose|chosen|choice|opt(?:ed)?|agreed?|settled?)\b|\b(?:décid|choisi)/],
  ["instead", /\binstead\b|\brather than\b|\bin place of\b|\bplutôt\b|\bau lieu\b|\bno longer\b|\banymore\b/],
  [
    "replace",
    /\b(?:replac|switch|chang|convert|mov|migrat|renam|invert)(?:e|es|ed|ing|s)?\b.* (?:with|to|from|into|by|in)\b|\bremplac|\bpasse(?:r|z|ons)? (?:à|de)\b/,
  ],
  [
    "accept",
    /^(?:ok(?:ay)?,? |well,? |alright,? |cool,? )?(?:yes|yeah|yep|yup|sure|go ahead|sounds? (?:good|great)|perfect|its perfect|it's perfect|looks? (?:good|great|fine|amazing)|lgtm|do it|do that|please do|go for it|definitely|agreed|great|correct|exactly|right|fine|absolutely|oui|d'accord|parfait|vas-y|très bien)\b/,
  ],
  ["ok", /^(?:ok|okay|alright|cool|good|nice|great|thanks|awesome)\b/],
  [
    "pick",
    /^(?:ok,? |yes,? |let'?s (?:do|go with|implement|take|use) )?(?:option|options|number|n°|#)? ?(?:\d|[a-d])\b(?![.)])(?:,| |$)|\boptions? (?:\d|[a-d])\b|\bthe (?:first|second|third|last|former|latter)(?: one| option)?\b|\bla (?:première|deuxième|seconde) option\b/,
  ],
  [
    "good one",
    /\b(?:seems?|looks?|sounds?|feels?) (?:like )?(?:an? )?(?:good|great|decent|fine|right|better|reasonable|best|nice|low)\b/,
  ],
  [
    "need you",
    /\bneed you to\b|\b(?:add|log|create|make) (?:a|an|another|it as a|this as a) (?:\w+ )?(?:todo|issue|ticket|pr)\b|\bbesoin que tu\b/,
  ],
  ["what if", /\bwhat if\b|\bhow about\b|\bcould we\b|\bwould it\b|\bet si\b/],
  [
    "opinion",
    /\b(?:i|we) (?:would )?(?:think|feel|believe|guess|suppose|honestly)\b|\bimo\b|\bje (?:pense|crois|trouve)\b/,
  ],
  [
    "like it",
    /\bi (?:don't |do |quite |really )*like\b|\bthat's (?:horrible|great|perfect|bad|better|fine)\b/,
  ],
  ["default", /\bby default\b|\bdefaults?\b|\bfall(?:s|ing)? ?back\b|\bpar défaut\b/],
  ["only", /\bonly\b|\bseulement\b|\buniquement\b/],
  ["just", /\bjust\b|\bsimply\b|\bjuste\b/],
  [
    "keep",
    /\b(?:keep|keeps|kept|stays?|remains?|leave|leaves|retain(?:ed|s)?|garde[rz]?|gardons|laisse[rz]?)\b|\bas is\b/,
  ],
  [
    "no need",
    /\bno need\b|\bnot (?:needed|necessary|worth|required)\b|\bunnecessary\b|\bdon't need\b|\bpas (?:besoin|nécessaire|la peine)\b/,
  ],
  [
    "put off",
    /\b(?:ignore|ignored|skip|skipped|drop|dropped|defer|deferred|postpone|postponed|dismissed)\b|\bfor now\b|\bout of scope\b|\bpour l'instant\b|\bplus tard\b|\bin (?:the )?future\b/,
  ],
  ["future", /\bfuture\b|\blater\b|\bfollow-?ups?\b|\beventually\b|\bensuite\b/],
  ["arrow", /(?:->|=>|→)/],
  ["colour", /#[0-9a-f]{3,8}\b|\b[0-9a-f]{6}\b/],
  ["if", /^(?:if|when|once|si|quand|lorsque)\b/],
  ["so", /^(?:so|then|and|but|however|also|now|still|hm+|well|actually|wait|btw|oh)\b/],
  ["no", /^(?:no|nope|nah|non|not)\b/],
  ["actually", /\b(?:actually|wait|en fait|finalement|on second thought)\b/],
  [
    "undo",
    /\b(?:revert(?:ed|s)?|undo|undid|undone|roll(?:ed)? back|bring (?:\w+ ){0,3}back|annul\w*|reviens|revenir)\b|\b(?:like|as) (?:it was )?(?:before|that again)\b/,
  ],
  ["kill", /\b(?:remov|delet|kill|get rid of|drop|supprim|enlev)\w*/],
  [
    "wrong",
    /\b(?:wrong|not (?:right|what|the)|(?:doesn't|does not|don't) (?:look|seem|sound|make|like|feel)|you're right|you are right|my mistake|incorrectly?)\b|\btu as raison\b/,
  ],
  ["i said", /\bi (?:meant|mean|said|told|asked|didn't|was looking)\b/],
  ["swears", /\b(?:fuck\w*|shit\w*|wtf|damn|horrible|crap|hell)\b/],
  ["called", /\b(?:be )?(?:called|named)\b|\bappelé/],
  ["approach", /\b(?:approach|design|strategy|architecture|trade-?offs?|pattern|goal|option)\b|\bapproche\b/],
  ["since", /\b(?:since|because|as it|so that|therefore|given|puisque|parce|car|afin)\b/],
  // Standing rules.
  ["always", /\b(?:always|never|ever|every time|each time|toujours|jamais)\b/],
  ["every", /\b(?:every|each|any|all|anything|nothing|chaque|tous|toutes)\b/],
  ["do not", /\b(?:don'?t|do not|never|avoid|stop|no more|without|ne \w+ (?:pas|jamais)|évite[rz]?|sans)\b/],
  ["do not first", /^(?:please |but |and |also |ok,? )*(?:don'?t|do not|never|avoid|stop|no|ne)\b/],
  [
    "make sure",
    /\b(?:make sure|ensure|be careful|be sure|remember|keep in mind|have in mind|take care|assure|fais attention|pense à|n'oublie)\b/,
  ],
  [
    "as possible",
    /\bas \w+ as possible\b|\bsimple(?:st)?\b|\bminimal\b|\blightweight\b|\btoo (?:slow|much|many|long|deep)\b/,
  ],
  ["convention", /\b(?:convention|policy|rule|standard|style|consistent|format|guideline|principle)s?\b/],
  // Something is in the way.
  [
    "fail",
    /\b(?:fail(?:s|ed|ing|ures?)?|errors?|crash\w*|broken|breaks?|throws?|exception|panic\w*|explod\w*|échou\w*|erreurs?|plante\w*|cassé\w*)\b/,
  ],
  [
    "not work",
    /\b(?:doesn't|does not|don't|didn't|isn't|is not|not|never|won't|can't|cannot|couldn't) (?:\w+ ){0,2}(?:work|works|working|worked|show|shows|showing|seem|appear|appears|happen|happens|fire|fires|trigger|triggers|get|see|seeing|change|update|updated|run|start|exist|complete)\b|\bne (?:marche|fonctionne|passe) (?:pas|plus)\b/,
  ],
  ["still", /\bstill\b|\btoujours\b|\bencore\b/],
  [
    "still bad",
    /\bstill (?:not|see|seeing|show\w*|fail\w*|the same|display\w*|getting|some|there|looks?|no|broken|happen\w*|doesn't|can't|there)\b|\bstill there\b/,
  ],
  [
    "stuck",
    /\b(?:stuck|blocked|blocker|blocks|blocking|can't|cannot|unable|waiting|requires|bloqu\w*|impossible)\b/,
  ],
  [
    "problem",
    /\b(?:issues?|problems?|bugs?|missing|gaps?|weird|regressions?|conflicts?|warnings?|problèmes?|manque\w*)\b/,
  ],
  [
    "i see",
    /\b(?:i'm|i am|im) (?:getting|seeing|having)\b|\bi (?:get|see|got|have noticed|'ve noticed|noticed|haven't seen|don't see)\b|\bj'ai (?:une|cette)\b|^(?:hm+|ok|okay)?,? ?(?:not |still )?(?:seeing|getting)\b/,
  ],
  // It works again.
  [
    "works now",
    /\b(?:works?|working|fixed|resolved|passes|passing|green|unblocked|done|marche|fonctionne|résolu)\b.*\b(?:now|again|maintenant|désormais)\b|\bnow (?:works?|passes|working)\b|\bit works\b|\b(?:has|have) (?:been (?:added|configured|fixed|resolved)|stopped)\b|\blooking ok\b/,
  ],
  [
    "i did",
    /^(?:ok,? |okay,? |done,? )?(?:i|i've|i have|i just|just) (?:\w+ )?(?:updated|added|configured|fixed|did|done|ran|set|changed|restarted|merged|pushed|approved|created|undid|selected|enabled)\b|^done\b/,
  ],
  // Work that remains.
  ["next", /\bnext(?: up| steps?)?\b|\bprochain\w*\b|\bensuite\b/],
  [
    "remains",
    /\b(?:remaining|remains?|left|todos?|to-?do|pending|outstanding|open items?|reste\w*|à faire)\b/,
  ],
  [
    "not yet",
    /\b(?:not|n't|no) (?:\w+ )?(?:yet|planned|committed|pushed|implemented|tested|started|done|merged|wired)\b|\bpas encore\b/,
  ],
  ["need", /\b(?:needs?|need to|needed|will need|you'll need|requires?)\b|\bbesoin\b|\bfaudra\w*\b/],
  ["will", /\b(?:will|'ll|going to|gonna|would)\b/],
  ["could", /\b(?:could|can|may|might|possibly|maybe|perhaps|peut|pourrait)\b/],
  [
    "recommend",
    /\b(?:recommend\w*|suggest\w*|consider|worth|propose\w*|better|ideally|recommand\w*|conseill\w*)\b/,
  ],
  ["ready", /\bready (?:for|to|when)\b|\bwhen you(?:'re| are)\b|\bprêt/],
  [
    "you can",
    /\byou (?:can|could|may|should|might|'ll|will|need|must|now)\b|\bvous (?:pouvez|devez)\b|\btu (?:peux|dois)\b/,
  ],
  [
    "to check",
    /\b(?:verify|check whether|confirm|test whether|re-?run|double-check|investigate|vérifie\w*)\b/,
  ],
  ["open box", /^\[ \]/],
  ["command", /^\/[a-z]|^codespan$|^run codespan/],
  ["phase", /\b(?:phase|step|wave|stage|milestone|wp|plan|sprint|étape) ?\d/],
  ["plan title", /^(?:plan|implementation plan|fix|feat|refactor|feature)\s*:/],
  // Finished work.
  [
    "passes",
    /\b(?:tests?|checks?|build|lint|ci|suite)\b.* (?:pass|passed|passes|clean|green|succeeds?|succeeded|passent)\b|\ball (?:\w+ )?(?:pass|clean|green)\b|\b\d+ (?:passed|passing)\b|\b0 (?:errors|failures|issues)\b/,
  ],
  [
    "passive",
    /\b(?:is|are|was|were|been|being|est|sont|été) (?:now |also |all |fully |correctly )?\w+(?:ed|é|ée|és|ées)\b/,
  ],
  ["been", /\b(?:has|have|'ve|'s) (?:now |all |been |also )?\w+ed\b/],
  ["i've", /^(?:i've|i have|we've|we have|i) \w+|^j'ai\b/],
  [
    "now does",
    /\bnow (?:\w+s|accepts?|uses?|returns?|passes|checks?|handles?|shows?|correctly|properly|complete|derive)\b|\bmaintenant\b/,
  ],
  [
    "shipped",
    /\b(?:committed|pushed|merged|created|deployed|released|published|installed|commité|poussé|fusionné|créé|déployé)\b/,
  ],
  [
    "complete",
    /\b(?:complete|completed|finished|all done|implemented|in place|up to date|terminé\w*|fini\w*)\b/,
  ],
  ["tick", /[✅✓☑✔]/u],
  ["cross", /[❌✗✘🚫]/u],
  [
    "deed after",
    /(?:: |[—–-] )(?:now |also )?(?:added|removed|updated|fixed|renamed|replaced|changed|moved|created|new|deleted|refactored|extracted|introduced|wired|extended)\b/,
  ],
  [
    "added",
    /\b(?:added|removed|updated|fixed|renamed|replaced|changed|moved|deleted|refactored|extracted|introduced|reverted|wired|extended|ajouté|corrigé|supprimé)\w*/,
  ],
  // Asking.
  ["ask", /\?["')\]]*$/],
  [
    "ask word",
    /^(?:\w+,? )?(?:what|why|how|where|when|which|who|is|are|does|do|did|should|shall|can|could|would|will|any|quoi|pourquoi|comment|où|est-ce|quel\w*)\b/,
  ],
  ["please", /\b(?:please|pls|plz|stp|svp|merci de|s'il (?:te|vous))\b/],
  ["can you", /\b(?:can|could|would|will) (?:you|we|i)\b|\b(?:peux|pourrais)-?tu\b|\bpouvez-vous\b/],
  [
    "offer",
    /\b(?:want me to|shall i|should i|would you like|let me know|do you want|if you(?:'d)? (?:want|like)|happy to|i can)\b|\b(?:veux-tu|voulez-vous|dis-moi)\b/,
  ],
  ["see below", /\b(?:the following|following|below|here(?:'s| is| are|s)|voici|ci-dessous|as follows)\b/],
  ["let me", /\b(?:let me|i'll|i will|i'm going to)\b/],
  // What nobody says.
  ["stamp", /\d{4}-\d\d-\d\d|\b\d\d:\d\d\b/],
  ["assignment", /\w ?= ?["'[\w]|[{};]$|\w\(.*\)$|:=|&&|\|\|/],
  ["diff", /^[+-] ?\d|^[+-]{2}|^@@/],
  ["interrupted", /\[request interrupted|\[image|\[redacted|<[a-z-]+>/],
  ["link", /\bweblink\b/],
  ["id", /\b[0-9a-f]{7,}\b|\b[a-z]+-\d+\b|\b[a-z]\d{1,2}\b/],
];
