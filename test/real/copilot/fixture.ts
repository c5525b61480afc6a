import { testWith } from "../fixture.js";
import type { ModelRequest } from "../request.js";
import type { Site } from "../site.js";

export const test = testWith("copilot");

/** What Tidemark has put before the model, behind the prompts it answered. */
export function told(request: ModelRequest | undefined): string[] {
  const texts = request?.messages.flatMap(({ role, texts }) => (role === "user" ? texts : [])) ?? [];
  return texts.flatMap((text) => /Tidemark · [\s\S]*/.exec(text)?.[0] ?? []);
}

export function startsOf(place: Site) {
  return place
    .history()
    .flatMap(({ type, data, session }) => (type === "session.started" ? [[data.source, session]] : []));
}

/** A turn whose words Copilot CLI writes down late is ended without them first: that end is left out here. */
export function historyOf(place: Site) {
  return place.history().filter(({ type, data }) => type !== "turn.ended" || data.message !== "");
}

/** The closing words of the turns. */
export function closingsOf(place: Site) {
  return historyOf(place).flatMap(({ type, data }) => (type === "turn.ended" ? [data.message] : []));
}
