import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import * as v from "valibot";
import { type Reply, ToInside, type ToOutside } from "./message.js";
import { startModel } from "./model.js";

// Runs inside the room: holds the scripted model and starts the agents, so that both share one loopback.
const waiting = new Map<number, (reply: Reply) => void>();
const running = new Set<number>();

process.on("message", (raw) => {
  const message = v.parse(ToInside, raw);
  if (message.kind === "run") return run(message);
  waiting.get(message.number)?.(message.reply);
  waiting.delete(message.number);
});

// The test is over, or died: nothing it started may outlive it.
process.on("disconnect", () => {
  for (const pid of running) process.kill(pid, "SIGKILL");
  process.exit(0);
});

const port = await startModel(
  (received) =>
    new Promise((resolve) => {
      waiting.set(received.number, resolve);
      tell({ kind: "request", ...received });
    }),
);
tell({ kind: "ready", port, interfaces: interfaces() });

function run({ command, args, env, cwd }: Extract<ToInside, { kind: "run" }>): void {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const { pid } = child;
  if (pid !== undefined) {
    running.add(pid);
    tell({ kind: "started", pid });
  }
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  child.on("error", (error) => {
    stderr += `${error}`;
  });
  const ended = (code: number | null, signal: string | null) => {
    if (pid !== undefined) running.delete(pid);
    tell({ kind: "ended", code, signal, stdout, stderr });
  };
  // "exit", not "close": a killed agent leaves grandchildren that hold the pipes.
  child.on("exit", (code, signal) => setTimeout(ended, 50, code, signal));
}

function interfaces(): string[] {
  if (process.platform !== "linux") return [];
  const rows = readFileSync("/proc/net/dev", "utf8").split("\n").slice(2);
  return rows.flatMap((row) => row.split(":")[0]?.trim() || []);
}

function tell(message: ToOutside): void {
  process.send?.(message);
}
