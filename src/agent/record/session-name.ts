/** Whether a session may be called so: never a path that leads elsewhere, nor what a program would take for an option. */
export function isSessionName(name: string): boolean {
  return /^\w[\w-]{0,99}$/.test(name);
}
