import { TidemarkError } from "../../error.js";
import { configured } from "../../home/config.js";

const UNITS: { readonly [unit: string]: number } = {
  "": 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
  TIB: 2 ** 40,
};
const DEFAULT_QUOTA = 2e9;
const MIN_QUOTA = 1e6;

/** The maximal size of the data folder: `"quota"` in `config.json`. */
export function readQuota(home: string): number {
  const quota = configured(home, "quota");
  return quota === undefined ? DEFAULT_QUOTA : parseSize(String(quota), '"quota"');
}

/** Parses "2 GB", "500MB", "1.5 GiB" or a plain number. */
export function parseSize(text: string, name: string): number {
  const [, amount = "", unit = ""] = /^\s*(\d{1,15}(?:\.\d{1,6})?)\s*([A-Za-z]{0,3})\s*$/.exec(text) ?? [];
  const bytes = Math.floor(Number(amount) * (UNITS[unit.toUpperCase()] ?? Number.NaN));
  if (amount !== "" && Number.isSafeInteger(bytes) && bytes >= MIN_QUOTA) return bytes;
  throw new TidemarkError("bad-argument", `${name} takes a size from 1 MB on, not "${text}".`, {
    hint: "Write it like 500 MB, 2 GB or 1.5 GiB.",
  });
}

/** "120 MB", "1.4 GB". */
export function formatSize(bytes: number): string {
  const [unit, size] =
    bytes >= 1e9 ? ["GB", bytes / 1e9] : bytes >= 1e6 ? ["MB", bytes / 1e6] : ["KB", bytes / 1e3];
  return `${size >= 100 || Number.isInteger(size) ? Math.round(size) : size.toFixed(1)} ${unit}`;
}
