/** One request to the model, in words that all protocols share. */
export interface ModelRequest {
  /** In the order in which the model reads them; what a protocol puts before the conversation comes first, as "system". */
  readonly messages: readonly Message[];
  /** The names of the tools the model may call. */
  readonly tools: readonly string[];
  /** As it came. */
  readonly body: unknown;
}

export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly texts: readonly string[];
  readonly results: readonly ToolResult[];
}

export interface ToolResult {
  readonly text: string;
  /** Only Anthropic's protocol tells. */
  readonly isError: boolean;
}

/** All that the model is told by others: instructions, prompts, what hooks add, results of tools. Not its own words. */
export function saidTo(request: ModelRequest | undefined): string {
  const others = request?.messages.filter(({ role }) => role !== "assistant") ?? [];
  return others.flatMap(({ texts, results }) => [...texts, ...results.map(({ text }) => text)]).join("\n\n");
}

/** What the model was given for its tool calls, in order. */
export function resultsIn(request: ModelRequest | undefined): ToolResult[] {
  return request?.messages.flatMap(({ results }) => results) ?? [];
}

/** How often a text stands in what the model is told. */
export function timesSaid(request: ModelRequest | undefined, text: string): number {
  return saidTo(request).split(text).length - 1;
}

/** The agent asks for a summary in place of the conversation. */
export function isCompaction(request: ModelRequest): boolean {
  const asked = [request.messages.find(({ role }) => role === "system"), request.messages.at(-1)];
  return asked.some((message) => message?.texts.some((text) => SUMMARY_ASKED.test(text)));
}

const SUMMARY_ASKED =
  /create a detailed summary|context checkpoint|<state_snapshot>|anchored summary|summarization (agent|assistant)/i;

/** A request beside the conversation, for a title or for a judgement: nothing in it can be done, only answered. */
export function isAside(request: ModelRequest): boolean {
  return request.tools.length === 0 && !isCompaction(request);
}
