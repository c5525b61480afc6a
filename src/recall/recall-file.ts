import { hash64 } from "../capture/place/path.js";
import { secureFolder } from "../host/file/folder.js";
import { replacePrivate } from "../host/file/private-file.js";

/** Keeps an answer where an agent can read it. The question is in the name only as a hash: it can name no other place. */
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
