import type { LanguageModelMiddleware } from "ai";

// The SDK exports its middleware and not what goes through it: these are the types of that.
export type CallParams = Parameters<NonNullable<LanguageModelMiddleware["transformParams"]>>[0]["params"];
export type Prompt = CallParams["prompt"];
type Generated = Awaited<ReturnType<NonNullable<LanguageModelMiddleware["wrapGenerate"]>>>;
export type Content = Generated["content"][number];
export type Finish = Generated["finishReason"];
type Streamed = Awaited<ReturnType<NonNullable<LanguageModelMiddleware["wrapStream"]>>>;
export type StreamPart = Streamed["stream"] extends ReadableStream<infer P> ? P : never;
