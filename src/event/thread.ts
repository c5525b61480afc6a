import * as v from "valibot";
import { define } from "./define.js";

/** A person's corrections of what was inferred. Threads and turns go by their short names. */
export const threadEvents = {
  "thread.renamed": define("A person gave a thread its title.", () =>
    v.object({ thread: v.string(), title: v.string() }),
  ),
  "thread.merged": define("Two threads are one line of work.", () =>
    v.object({ from: v.string(), into: v.string() }),
  ),
  "thread.split": define("From this turn on a thread is another line of work.", () =>
    v.object({ thread: v.string(), turn: v.string() }),
  ),
  "thread.moved": define("A turn belongs to another thread.", () =>
    v.object({ turn: v.string(), thread: v.string() }),
  ),
  "thread.undone": define("A correction of threads no longer holds.", () =>
    v.object({ /** The event of the correction. */ correction: v.string() }),
  ),
};
