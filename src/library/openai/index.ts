/** Messages of the OpenAI SDK, of chat completions and of responses: recorded in a session, and made of one. */
export { type FromOpenAI, fromOpenAI } from "./from-openai.js";
export { type FromResponses, fromResponses } from "./from-responses.js";
export { toOpenAI } from "./to-openai.js";
export { toResponses } from "./to-responses.js";
