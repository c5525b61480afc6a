import { composeRecall } from "../compose/recollection.js";
import { chooseLanguage } from "../detect/language.js";
import { noteError } from "../host/log.js";
import { onStore } from "../store/sqlite/open.js";
import { catchUp, WAIT_FOR_LOCK, wishes } from "./answer.js";
import { askRecall, meansAtOnce } from "./ask-recall.js";
import { keepAnswer } from "./recall-file.js";
import type { Recorded } from "./record.js";

/** The file in which an agent finds what memory says to its question. */
export function answerRecall({
  home,
  env,
  scene,
  place,
  query,
}: Recorded & { readonly query: string }): string {
  const { project, session, at, agent } = scene;
  const means = meansAtOnce(home, query);
  if (means.trouble !== undefined) noteError(home, { at, agent, hook: "recall", error: means.trouble });
  const text = onStore(home, { wait: WAIT_FOR_LOCK }, (store) => {
    catchUp(home, store, agent);
    const ground = { home, env, store, project, place };
    const recalled = askRecall(ground, { query, now: at, asking: session }, means);
    const votes = store.session(project, session)?.state.votes ?? { en: 0, fr: 0 };
    return composeRecall(recalled, { now: at, language: chooseLanguage(votes), ...wishes(env) });
  });
  return keepAnswer(home, project, query, `${text}\n`);
}
