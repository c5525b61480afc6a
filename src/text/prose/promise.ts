import { isDeed } from "./done.js";
import { lowerOf } from "./sentence.js";

/** Whether an agent only repeats what it was told: "Understood: the footer is green." */
export function isAcknowledgement(text: string): boolean {
  const lower = lowerOf(text);
  const lead = UNDERSTOOD.exec(lower)?.[0];
  if (lead === undefined) return false;
  // "Understood, I renamed it" reports a deed.
  const own = OWN_DEED.exec(lower.slice(lead.length))?.[1];
  return own === undefined || !isDeed(own);
}

/** Whether a speaker puts something off: "I'll change it later". */
export function isPutOff(text: string): boolean {
  return PUT_OFF.test(lowerOf(text));
}

const UNDERSTOOD =
  /^\W*(?:(?:ok(?:ay)?|yes|oui),? )?(?:understood|noted|acknowledged|compris|entendu|(?:bien |c'est )?noté)\s*[:,.!—–-]\s*/;
const OWN_DEED =
  /^(?:i(?:'ve| have)?|we(?:'ve| have)?|j'ai|on a|nous avons) (?:just |already |also |bien |déjà )?([a-zà-ÿ]+)/;
const PUT_OFF =
  /\b(?:i'll|i will|we'll|we will|i'm going to|going to)\b[^.?!;]{2,80}\b(?:later|afterwards|another time|next time|tomorrow|some other time)\b|\b(?:je|j'|on|nous) ?(?:(?:le|la|les|l') ?)?(?:[a-zà-ÿ]+(?:rai|ra|rons)|vais [a-zà-ÿ]+)\b[^.?!;]{0,80}\b(?:plus tard|demain|une autre fois)\b/;
