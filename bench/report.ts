import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import type { Options } from "./option.js";

/** One measured number. Only ratios and counts have a limit: times depend on the machine. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: "times" | "bytes" | "megabytes" | "per second" | "ms" | "percent";
  /** The most it may be. */
  readonly limit?: number;
  /** The least it may be. */
  readonly least?: number;
  readonly note?: string;
}

/** Prints a benchmark's figures, adds them to the JSON file, and fails the run where a limit is broken and counts. */
export function report(
  name: string,
  figures: readonly Figure[],
  { json, strict }: Options,
  means = "",
): void {
  const facts = [`Node ${process.versions.node}`, ...(means === "" ? [] : [means]), machine()];
  console.log(`\n${name}  (${facts.join(", ")})\n`);
  console.log(table(figures));
  const failed = figures.filter((figure) => verdict(figure) === "FAIL");
  if (failed.length > 0) console.log(`\n${failed.length} of ${figures.length} figures beyond the limit`);
  if (json !== undefined) writeJson(json, name, figures);
  if (strict && failed.length > 0) process.exitCode = 1;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function table(figures: readonly Figure[]): string {
  const head = ["figure", "measured", "limit", "", ""];
  const rows = figures.map((figure) => [
    figure.name,
    shown(figure.value, figure.unit),
    bound(figure),
    verdict(figure),
    figure.note ?? "",
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, n) => (n === 1 || n === 2 ? cell.padStart(widths[n]!) : cell.padEnd(widths[n]!)))
      .join("  ")
      .trimEnd();
  return [line(head), ...rows.map(line)].join("\n");
}

// A number that could not be measured is no pass.
function verdict({ value, limit, least }: Figure): "" | "ok" | "FAIL" {
  if (limit === undefined && least === undefined) return "";
  return value <= (limit ?? Number.POSITIVE_INFINITY) && value >= (least ?? Number.NEGATIVE_INFINITY)
    ? "ok"
    : "FAIL";
}

function bound({ limit, least, unit }: Figure): string {
  if (least !== undefined) return `≥ ${shown(least, unit)}`;
  return limit === undefined ? "" : shown(limit, unit);
}

function shown(value: number, unit: Figure["unit"]): string {
  switch (unit) {
    case "times":
      return `${value.toFixed(2)} ×`;
    case "bytes":
      return `${Math.round(value)} B`;
    case "megabytes":
      return `${value.toFixed(1)} MB`;
    case "per second":
      return `${Math.round(value).toLocaleString("en")} /s`;
    case "ms":
      return `${value.toFixed(2)} ms`;
    case "percent":
      return `${value.toFixed(1)} %`;
  }
}

function machine(): string {
  const load = loadavg()[0] ?? 0;
  return `${process.platform} ${process.arch}, ${cpus().length} cores, load ${load.toFixed(1)}`;
}

function writeJson(path: string, name: string, figures: readonly Figure[]): void {
  const earlier: object = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  const own = {
    node: process.versions.node,
    machine: machine(),
    figures: figures.map((figure) => ({ ...figure, verdict: verdict(figure) })),
  };
  writeFileSync(path, `${JSON.stringify({ ...earlier, [name]: own }, null, 2)}\n`);
}
