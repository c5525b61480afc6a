/** Messages of the Anthropic SDK: recorded in a session, and made of one. */
export { type FromAnthropic, fromAnthropic } from "./from-anthropic.js";
export { type AnthropicConversation, toAnthropic } from "./to-anthropic.js";
