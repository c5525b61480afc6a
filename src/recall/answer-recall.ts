import { boundsWith, CAP } from "../capture/bound.js";
import { hash64 } from "../capture/place/path.js";
import type { Recorded } from "../capture/record.js";
import { replacePrivate, secureFolder } from "../host/file/folder.js";
import { noteError } from "../host/log.js";
import { append } from "../journal/append.js";
import { catchUp, LOCK_TIMEOUT_MS } from "../model/drain.js";
import { onStore } from "../model/store/open.js";
import { preferencesIn } from "../project/env.js";
import { languageIn } from "../project/language.js";
import { askRecall, immediateSimilarity } from "./ask-recall.js";
import { composeRecall } from "./recollection.js";

/** The answer of memory to an agent's question, and the file that holds it. */
export function answerRecall({
  home,
  env,
  scene,
  place,
  query,
  redact,
}: Recorded & { readonly query: string }): {
  readonly file: string;
  readonly text: string;
} {
  const { project, session, at, agent } = scene;
  const similarity = immediateSimilarity(home, query);
  if (similarity.trouble !== undefined)
    noteError(home, { at, agent, hook: "recall", error: similarity.trouble });
  const { text, found } = onStore(home, { wait: LOCK_TIMEOUT_MS }, (store) => {
    catchUp(home, store, agent);
    const context = { home, env, store, project, place };
    const recalled = askRecall(context, { query, now: at, asking: session }, similarity);
    const language = languageIn(store.project(project), store.session(project, session)?.state);
    return {
      text: composeRecall(recalled, { now: at, language, ...preferencesIn(env) }),
      found: recalled.memories.length,
    };
  });
  const asked = boundsWith(redact).boundName(query, CAP.target);
  if (asked !== "") append(home, [{ type: "memory.recalled", data: { query: asked, found } }], scene);
  return { file: keepAnswer(home, project, query, `${text}\n`), text };
}

/**
 * Writes an answer to a file for the agent. The name holds the question only as a hash, so it cannot point elsewhere.
 */
export function keepAnswer(home: string, project: string, query: string, text: string): string {
  secureFolder(home);
  secureFolder(folder(home));
  const file = `${folder(home)}/${hash64(`${project}\n${query}`)}.md`;
  replacePrivate(file, text);
  return file;
}

function folder(home: string): string {
  return `${home}/recall`;
}
