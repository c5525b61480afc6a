/** Whether an answer to the agent's question settles something, and is not about the next step or the past. */
export function isSettling(question: string, choice: string): boolean {
  return !UNDECIDED.test(choice) && !ROUTINE.test(question) && !FACTUAL.test(question);
}

/** About the next step, not about the work. */
const ROUTINE =
  /\b(?:(?:would|do) you (?:like|want) (?:me )?to (?:proceed|continue|do|work on|start)|what(?:'s| is| should (?:i|we) do) next|ready to|more questions|how should i (?:run|proceed)|in the background|(?:shall|should) (?:i|we) (?:proceed|continue|start|begin|commit|push|go ahead)|comment (?:veux|souhaites?|voulez)[- ]\w+ (?:procéder|continuer))\b/i;
/** About what happened, not about what shall be. */
const FACTUAL =
  /^(?:(?:do|did|have|can) you (?:have|see|saw|know|remember|reproduce|notice|tried)|(?:is|are|was|were|did|does) (?:the|it|this|there|you)|(?:where|when|how|why) (?:did|was|were|does)|what (?:error|happens|happened|did)|(?:what|which) [^?]{0,60}\b(?:do|did) you (?:believe|think|see|get|expect|notice))\b/i;
const UNDECIDED =
  /^(?:skip|cancel|later|not (?:now|sure)|you (?:decide|choose)|up to you|i don't know|no preference|à toi de voir)\b/i;
