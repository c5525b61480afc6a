// Reads POSIX and Windows paths on any system. A relative path has the form of its folder, since POSIX names may contain `\`.

/** The stored form of a path: relative to `root` with `/` if inside it ("." for the root), else absolute. */
export function projectPath(path: string, cwd: string, root: string): string {
  const top = asFolder(parse(root, looksWindows(root) || isWindowsAbsolute(cwd)));
  const here = asFolder(resolve(parse(cwd, looksWindows(isAbsolute(cwd) ? cwd : root + cwd)), top));
  const windows = isWindowsAbsolute(path) || here.windows || (isBare(here) && looksWindows(path));
  // The home behind `~` is unknown, so do not expand it.
  if (path === "~" || path.startsWith("~/") || (windows && path.startsWith("~\\"))) {
    return write({
      ...parse(path, windows),
      names: ["~", ...tidy(parse(path, windows).names.slice(1), false)],
    });
  }
  const full = resolve(parse(path, windows), here);
  const depth = insideDepth(full, top);
  if (depth === undefined) return write(full, here.windows);
  const inner = full.names.slice(depth).join("/");
  // Mark names that look like a drive, a share or a home.
  const isMistakable = full.windows ? DRIVE.test(inner) : isWindowsAbsolute(inner);
  if (isMistakable || /^~(\/|$)/.test(inner)) return `./${inner}`;
  return inner === "" ? "." : inner;
}

/** Absolute in either form. `C:foo` and `\foo` depend on the current folder. */
export function isAbsolute(path: string): boolean {
  return path.startsWith("/") || isWindowsAbsolute(path);
}

/** Whether `path` is `folder` or lies below it; both absolute. */
export function isWithin(path: string, folder: string): boolean {
  const inner = resolve(parse(path, looksWindows(path)), NOWHERE);
  return insideDepth(inner, resolve(parse(folder, looksWindows(folder)), NOWHERE)) !== undefined;
}

/** The last name of a path, "" for a root. */
export function baseName(path: string): string {
  return resolve(parse(path, looksWindows(path)), NOWHERE).names.at(-1) ?? "";
}

/** Sixteen hex digits of two independent 32-bit lanes (cyrb53). It distinguishes names and is not for security. */
export function hash64(text: string): string {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2654435761);
    two = Math.imul(two ^ unit, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return [two, one].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
}

interface Parts {
  readonly windows: boolean;
  /** "" for POSIX; "C:" or "//server/share" for Windows. */
  readonly volume: string;
  readonly rooted: boolean;
  readonly names: readonly string[];
}

const DRIVE = /^[A-Za-z]:/;
const NOWHERE: Parts = { windows: false, volume: "", rooted: false, names: [] };

function isWindowsAbsolute(path: string): boolean {
  return /^(?:[A-Za-z]:[\\/]|\\\\[^\\/])/.test(path);
}

function looksWindows(path: string): boolean {
  return DRIVE.test(path) || isWindowsAbsolute(path) || (!path.startsWith("/") && path.includes("\\"));
}

function parse(path: string, windows: boolean): Parts {
  if (windows) return parseWindows(path);
  return { windows, volume: "", rooted: path.startsWith("/"), names: split(path, "/") };
}

function parseWindows(path: string): Parts {
  const [server, share, ...names] = /^[\\/]{2}[^\\/]/.test(path) ? split(path, /[\\/]/) : [];
  if (server !== undefined) {
    const isDevice = server === "?" || server === ".";
    // `\\?\C:\x` and `\\?\UNC\server\share` are long spellings of plain paths.
    if (isDevice && share !== undefined && /^[A-Za-z]:$/.test(share)) {
      return { windows: true, volume: share.toUpperCase(), rooted: true, names };
    }
    if (isDevice && share?.toUpperCase() === "UNC" && names.length > 0) {
      return parseWindows(`\\\\${names.join("\\")}`);
    }
    const volume = share === undefined ? `//${server}` : `//${server}/${share}`;
    return { windows: true, volume, rooted: true, names };
  }
  const volume = DRIVE.test(path) ? path.slice(0, 2).toUpperCase() : "";
  const rest = path.slice(volume.length);
  return { windows: true, volume, rooted: /^[\\/]/.test(rest), names: split(rest, /[\\/]/) };
}

function split(path: string, separator: string | RegExp): string[] {
  return path.split(separator).filter((name) => name !== "");
}

/** The bare drive `C:` means its root. */
function asFolder(parts: Parts): Parts {
  const rooted = parts.rooted || parts.volume !== "";
  return { ...parts, rooted, names: tidy(parts.names, rooted) };
}

function isBare(parts: Parts): boolean {
  return !parts.rooted && parts.names.length === 0;
}

function resolve(parts: Parts, base: Parts): Parts {
  const { windows } = parts;
  if (parts.rooted || (parts.volume !== "" && !same(parts.volume, base.volume, windows))) {
    const volume = parts.volume === "" && windows ? base.volume : parts.volume;
    return { windows, volume, rooted: true, names: tidy(parts.names, true) };
  }
  return {
    ...base,
    windows: windows || base.windows,
    names: tidy([...base.names, ...parts.names], base.rooted),
  };
}

function tidy(names: readonly string[], rooted: boolean): string[] {
  const tidied: string[] = [];
  for (const name of names) {
    if (name === ".") continue;
    if (name !== "..") tidied.push(name);
    else if (tidied.length > 0 && tidied.at(-1) !== "..") tidied.pop();
    else if (!rooted) tidied.push(name);
  }
  return tidied;
}

/** The number of leading names that `path` shares with `root`, or undefined if it is elsewhere. */
function insideDepth(path: Parts, root: Parts): number | undefined {
  const ignoreCase = path.windows && root.windows;
  if (path.windows !== root.windows && path.rooted) return undefined;
  if (path.rooted !== root.rooted || !same(path.volume, root.volume, ignoreCase)) return undefined;
  const isInside = root.names.every((name, index) => same(path.names[index], name, ignoreCase));
  return isInside && path.names[root.names.length] !== ".." ? root.names.length : undefined;
}

function same(one: string | undefined, other: string, ignoreCase: boolean): boolean {
  return one === other || (ignoreCase && one?.toLowerCase() === other.toLowerCase());
}

function write(parts: Parts, windowsBase = true): string {
  const names = parts.names.join("/");
  // In a POSIX folder `//server/share` would mean /server, so keep the backslashes there.
  const isShare = parts.volume.startsWith("//");
  const volume = isShare && !windowsBase ? `\\\\${parts.volume.slice(2)}` : parts.volume;
  if (isShare) return names === "" ? volume : `${volume}/${names}`;
  return `${volume}${parts.rooted ? "/" : ""}${names}` || ".";
}
