import { anyOf } from "./any-of.js";

/** Words before a claim that make it a thought, a condition, a denial or a plan instead. */
export function isHedged(before: string): boolean {
  return HEDGES.test(before) || isInQuotation(before);
}

function isInQuotation(before: string): boolean {
  let quotes = 0;
  for (const character of before) if (character === '"' || character === "`") quotes++;
  return quotes % 2 === 1 || before.lastIndexOf("«") > before.lastIndexOf("»");
}

const HEDGES = anyOf([
  // English
  "if|unless|whether|until|till|once|before|when|whenever|in case|assuming|suppose|supposing|imagine|what if",
  "could|might|may|would|should|can|may be|maybe|perhaps|possibly|probably|potentially|ideally|eventually|I'd|we'd|you'd|they'd",
  "not|never|no|don't|doesn't|didn't|isn't|aren't|wasn't|hasn't|haven't|won't|cannot|can't|without|nothing|neither|nor",
  "recommend|recommends?|suggest|suggests?|suggestion|proposal|propose|consider|alternatively|option|either|want me to|would you like",
  "will|going to|plan to|planning to|want to|wants to|need to|needs to|have to|has to|to be|trying to|try to|about to|shall",
  "said|says|asks?|asked|example|e\\.g|like",
  // French
  "si|sauf si|quand|lorsque|dès que|une fois que?|avant|jusqu'à|au cas où|supposons|imaginons|et si",
  "pourrait|pourrais|pourrions|peut-être|éventuellement|probablement|sans doute|idéalement|devrait|devrais|faudrait|aimerait|serait",
  "ne|n'|pas|jamais|aucune?|rien|sans|ni",
  "propose|proposition|suggère|suggestion|recommande|conseille|envisage|soit|option",
  "va|vais|allons|vont|doit|dois|devons|il faut|veux|voudrais|à faire",
  "dit|disait|demande|exemple|comme",
]);
