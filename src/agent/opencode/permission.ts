import { fieldsOf, isFields } from "../payload/fields.js";

/**
 * Lets OpenCode read the answers of memory without asking: they stand outside the project. Nothing else is allowed by it,
 * and what the user has denied stays so.
 */
export function allowRecall(config: unknown, folder: string): void {
  if (!isFields(config)) return;
  const { permission } = config;
  // One word for everything: where it is not "ask", nobody is asked anyway.
  if (typeof permission === "string" && permission !== "ask") return;
  const all = typeof permission === "string" ? { "*": permission } : fieldsOf(permission);
  const outside = all["external_directory"];
  if (typeof outside === "string" && outside !== "ask") return;
  const folders = typeof outside === "string" ? { "*": outside } : fieldsOf(outside);
  Object.assign(config, {
    permission: {
      ...all,
      external_directory: { ...folders, [`${folder.replaceAll("\\", "/")}/*`]: "allow" },
    },
  });
}
