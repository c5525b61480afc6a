import type { Cue } from "./cue.js";

/** Cues of a speaker who chooses, agrees, or changes their mind. */
export const CHOICE_CUES: readonly Cue[] = [
  [
    "want",
    "want|like|love|prefer|e veux|e préfère|'aimerais|e voudrais",
    /\b(?:i|we)(?:'d| would| do| really| also| actually| basically| only| just)* (?:want|like|love|prefer)\b|\bj(?:e veux|e préfère|'aimerais|e voudrais)\b/,
  ],
  ["want be", "to be", /\bwants? (?:it |this |that |them |the \w+ )?to be\b/],
  [
    "should be",
    "should|must|need|has to|have to| être",
    /\b(?:should|must|needs? to|has to|have to) (?:\w+ )?be\b|\bdoi(?:t|vent) être\b/,
  ],
  ["should", "should|ought to|devrai", /\b(?:should|ought to)\b|\bdevrai(?:t|ent|s)\b/],
  [
    "must",
    "must|has to|have to|require|doi|il faut",
    /\b(?:must|has to|have to|required?)\b|\bdoi(?:t|vent|s)\b|\bil faut\b/,
  ],
  ["let's", "let|on ", /^(?:\w+,? ){0,2}let'?s\b|^(?:\w+,? ){0,2}on (?:va|part|prend|garde|fait)\b/],
  [
    "let's choose",
    "let",
    /\blet'?s (?:just |also |simply |rather |instead )?(?:do|go|use|keep|stick|take|implement|try|not|drop|remove|leave|get|call|make|have|start|skip|switch|move|stay|handle)\b/,
  ],
  [
    "let's work",
    "let",
    /\blet'?s (?:also |first |now )?(?:add|adjust|write|fix|update|investigate|talk|look|check|review|see|run|test|tackle|continue)\b/,
  ],
  [
    "go with",
    "with|for|part",
    /\b(?:go|going|went|stick|sticking|goes?) (?:with|for)\b|\bpart(?:ons|ir)? sur\b/,
  ],
  [
    "decide",
    "decide|decision|chose|choice|opt|agree|settle|décid|choisi",
    /\b(?:decided?|decision|chose|chosen|choice|opt(?:ed)?|agreed?|settled?)\b|\b(?:décid|choisi)/,
  ],
  [
    "instead",
    "instead|rather than|in place of|plutôt|au lieu|no longer|anymore",
    /\binstead\b|\brather than\b|\bin place of\b|\bplutôt\b|\bau lieu\b|\bno longer\b|\banymore\b/,
  ],
  [
    "replace",
    "replac|switch|chang|convert|mov|migrat|renam|invert|remplac|passe",
    /\b(?:replac|switch|chang|convert|mov|migrat|renam|invert)(?:e|es|ed|ing|s)?\b.* (?:with|to|from|into|by|in)\b|\bremplac|\bpasse(?:r|z|ons)? (?:à|de)\b/,
  ],
  [
    "accept",
    "yes|yeah|yep|yup|sure|go ahead|sound|perfect|look|lgtm|do it|do that|please do|go for it|definitely|agreed|great|correct|exactly|right|fine|absolutely|oui|d'accord|parfait|vas-y|très bien",
    /^(?:ok(?:ay)?,? |well,? |alright,? |cool,? )?(?:yes|yeah|yep|yup|sure|go ahead|sounds? (?:good|great)|perfect|its perfect|it's perfect|looks? (?:good|great|fine|amazing)|lgtm|do it|do that|please do|go for it|definitely|agreed|great|correct|exactly|right|fine|absolutely|oui|d'accord|parfait|vas-y|très bien)\b/,
  ],
  [
    "ok",
    "ok|alright|cool|good|nice|great|thanks|awesome",
    /^(?:ok|okay|alright|cool|good|nice|great|thanks|awesome)\b/,
  ],
  [
    "pick",
    "",
    /^(?:ok,? |yes,? |let'?s (?:do|go with|implement|take|use) )?(?:option|options|number|n°|#)? ?(?:\d|[a-d])\b(?![.)])(?:,| |$)|\boptions? (?:\d|[a-d])\b|\bthe (?:first|second|third|last|former|latter)(?: one| option)?\b|\bla (?:première|deuxième|seconde) option\b/,
  ],
  [
    "good one",
    "seem|look|sound|feel",
    /\b(?:seems?|looks?|sounds?|feels?) (?:like )?(?:an? )?(?:good|great|decent|fine|right|better|reasonable|best|nice|low)\b/,
  ],
  [
    "need you",
    "need you to|add|log|create|make|besoin que tu",
    /\bneed you to\b|\b(?:add|log|create|make) (?:a|an|another|it as a|this as a) (?:\w+ )?(?:todo|issue|ticket|pr)\b|\bbesoin que tu\b/,
  ],
  [
    "what if",
    "what if|how about|could we|would it|et si",
    /\bwhat if\b|\bhow about\b|\bcould we\b|\bwould it\b|\bet si\b/,
  ],
  [
    "opinion",
    "think|feel|believe|guess|suppose|honestly|imo|pense|crois|trouve",
    /\b(?:i|we) (?:would )?(?:think|feel|believe|guess|suppose|honestly)\b|\bimo\b|\bje (?:pense|crois|trouve)\b/,
  ],
  [
    "like it",
    "like|that's ",
    /\bi (?:don't |do |quite |really )*like\b|\bthat's (?:horrible|great|perfect|bad|better|fine)\b/,
  ],
  [
    "default",
    "default|fall|par défaut",
    /\bby default\b|\bdefaults?\b|\bfall(?:s|ing)? ?back\b|\bpar défaut\b/,
  ],
  ["only", "only|seulement|uniquement", /\bonly\b|\bseulement\b|\buniquement\b/],
  ["just", "just|simply", /\bjust\b|\bsimply\b|\bjuste\b/],
  [
    "keep",
    "keep|kept|stay|remain|leave|retain|garde|gardons|laisse|as is",
    /\b(?:keep|keeps|kept|stays?|remains?|leave|leaves|retain(?:ed|s)?|garde[rz]?|gardons|laisse[rz]?)\b|\bas is\b/,
  ],
  [
    "no need",
    "no need|needed|necessary|worth|required|don't need|besoin|nécessaire|la peine",
    /\bno need\b|\bnot (?:needed|necessary|worth|required)\b|\bunnecessary\b|\bdon't need\b|\bpas (?:besoin|nécessaire|la peine)\b/,
  ],
  [
    "put off",
    "ignore|skip|drop|defer|postpone|dismissed|for now|out of scope|pour l'instant|plus tard|future",
    /\b(?:ignore|ignored|skip|skipped|drop|dropped|defer|deferred|postpone|postponed|dismissed)\b|\bfor now\b|\bout of scope\b|\bpour l'instant\b|\bplus tard\b|\bin (?:the )?future\b/,
  ],
  [
    "future",
    "future|later|follow|eventually|ensuite",
    /\bfuture\b|\blater\b|\bfollow-?ups?\b|\beventually\b|\bensuite\b/,
  ],
  ["arrow", "->|=>|→", /(?:->|=>|→)/],
  ["colour", "", /#[0-9a-f]{3,8}\b|\b[0-9a-f]{6}\b/],
  ["if", "if|when|once|si|quand|lorsque", /^(?:if|when|once|si|quand|lorsque)\b/],
  [
    "so",
    "so|then|and|but|however|now|still|hm|well|actually|wait|btw|oh",
    /^(?:so|then|and|but|however|also|now|still|hm+|well|actually|wait|btw|oh)\b/,
  ],
  ["no", "no|nah", /^(?:no|nope|nah|non|not)\b/],
  [
    "actually",
    "actually|wait|en fait|finalement|on second thought",
    /\b(?:actually|wait|en fait|finalement|on second thought)\b/,
  ],
  [
    "undo",
    "revert|undo|undid| back|bring |annul|reviens|revenir|before|that again",
    /\b(?:revert(?:ed|s)?|undo|undid|undone|roll(?:ed)? back|bring (?:\w+ ){0,3}back|annul\w*|reviens|revenir)\b|\b(?:like|as) (?:it was )?(?:before|that again)\b/,
  ],
  [
    "kill",
    "remov|delet|kill|get rid of|drop|supprim|enlev",
    /\b(?:remov|delet|kill|get rid of|drop|supprim|enlev)\w*/,
  ],
  [
    "wrong",
    "wrong|not |doesn't|does not|don't|you're right|you are right|my mistake|incorrectl|tu as raison",
    /\b(?:wrong|not (?:right|what|the)|(?:doesn't|does not|don't) (?:look|seem|sound|make|like|feel)|you're right|you are right|my mistake|incorrectly?)\b|\btu as raison\b/,
  ],
  [
    "i said",
    "mean|said|told|asked|didn't|was looking",
    /\bi (?:meant|mean|said|told|asked|didn't|was looking)\b/,
  ],
  ["swears", "fuck|shit|wtf|damn|horrible|crap|hell", /\b(?:fuck\w*|shit\w*|wtf|damn|horrible|crap|hell)\b/],
  ["called", "called|named|appelé", /\b(?:be )?(?:called|named)\b|\bappelé/],
  [
    "approach",
    "approach|design|strategy|architecture|trade|pattern|goal|option|approche",
    /\b(?:approach|design|strategy|architecture|trade-?offs?|pattern|goal|option)\b|\bapproche\b/,
  ],
  [
    "since",
    "since|because|as it|so that|therefore|given|puisque|parce|car|afin",
    /\b(?:since|because|as it|so that|therefore|given|puisque|parce|car|afin)\b/,
  ],
];
