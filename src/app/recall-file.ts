import { lstatSync, readdirSync, unlinkSync } from "node:fs";
import { isSecureFolder, secureFolder } from "../host/folder.js";
import { replacePrivate } from "../host/private-file.js";
import { hash64 } from "../project/hash.js";

const DAY = 86_400_000;

/** Keeps an answer where an agent can read it. The question is in the name only as a hash: it can name no other place. */
export function keepAnswer(home: string, project: string, query: string, text: string): string {
  secureFolder(home);
  secureFolder(folder(home));
  const file = `${folder(home)}/${hash64(`${project}\n${query}`)}.md`;
  replacePrivate(file, text);
  return file;
}

/** Removes the answers of the day before and older ones: they were read at once. */
export function clearOldAnswers(home: string, now: number): void {
  if (!isSecureFolder(folder(home))) return;
  for (const name of readdirSync(folder(home))) {
    const path = `${folder(home)}/${name}`;
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isFile() && now - stat.mtimeMs > DAY) unlinkSync(path);
  }
}

function folder(home: string): string {
  return `${home}/recall`;
}
