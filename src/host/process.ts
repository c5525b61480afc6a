/** Whether a process is there. Undefined where there is no number to ask for. */
export function isAlive(pid: number | undefined): boolean | undefined {
  if (pid === undefined) return undefined;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process may not be signalled, but it is there.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
