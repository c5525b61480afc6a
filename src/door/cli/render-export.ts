import type { RenderExport } from "../../app/session/export-files-again.js";
import { sessionMarkdown } from "./session-markdown.js";

/** An exported session as it is written into a file. */
export const render: RenderExport = (exported, format) =>
  format === "json" ? `${JSON.stringify(exported, null, 2)}\n` : sessionMarkdown(exported);
