/** A path in a worktree that an agent made below the project, as the path in the project: it is the same file there. */
export function withoutWorktree(path: string): string {
  return path.includes("worktrees") ? path.replace(WORKTREE, "") : path;
}

const WORKTREE = /^(?:.*[\\/])?(?:\.claude[\\/]worktrees|\.worktrees)[\\/][^\\/]+(?:[\\/]|$)/;
