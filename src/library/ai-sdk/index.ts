/** The AI SDK of Vercel: its messages, and a middleware that records what a model is asked and answers. */
export { fromModelMessages } from "./from-model-messages.js";
export { type MiddlewareOptions, tidemarkMiddleware } from "./middleware.js";
export type { CompactSettings } from "./shorten.js";
export { type AiSdkConversation, toModelMessages } from "./to-model-messages.js";
