const WEB = /^(?:https?|ssh|git|ftps?|git\+ssh|ssh\+git|git\+https?):\/\/([^/?#]+)\/([^?#]*)/i;
// `host:path`, not `C:\path`, not `transport::address`, and no slash before the colon.
const SCP = /^(?:[^/@:\s]+@)?([^/@:[\]\s\\]{2,}|\[[^\]\s]+\]):(?!:)(.+)$/;
// Anything else is a mistyped address, and its first part may well be a password.
const HOST = /^(?:\[[0-9a-f:.%]+\]|[^\s:[\]]+)(?::\d+)?$/;
const USUAL_PORT = /:(?:22|443|80|9418)$/;

/**
 * One spelling for all addresses of a repository: `host/path`. Undefined for folders and `file:`, which say nothing
 * on another machine, and for whatever else is not an address.
 */
export function normaliseRemote(url: string): string | undefined {
  const text = url.trim();
  if (text === "" || text.length > 2048 || /[\x00-\x1f\x7f]/.test(text)) return undefined;
  const match = WEB.exec(text) ?? (text.includes("://") ? null : SCP.exec(text));
  if (match === null) return undefined;
  const authority = match[1] ?? "";
  const host = authority
    .slice(authority.lastIndexOf("@") + 1)
    .toLowerCase()
    .replace(USUAL_PORT, "");
  const path = (match[2] ?? "")
    .replace(/\/{2,}/g, "/")
    .replace(/^\/|\/$/g, "")
    .replace(/\/?\.git$/, "")
    .replace(/\/$/, "");
  return !HOST.test(host) || path === "" ? undefined : `${host}/${path}`;
}

/** The repository's name in a normalised address. */
export function remoteName(remote: string): string {
  return remote.slice(remote.lastIndexOf("/") + 1);
}
