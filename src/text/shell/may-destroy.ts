// Every destructive command contains one of these words.
const WORDS =
  />|migrat|--output\b|\b(?:(?:rm|unlink|truncate|drop|delete|remove|flush|clean|mkfs|wipe|erase|prune|purge|update)\w*|(?:dist|real|mr)clean|rimraf|rd|ri|rb|del|clear-content|shred|srm|tee|dd|mv|cp|g?sed|perl|ruby|ch(?:mod|own|grp)|icacls|rsync|robocopy|unzip|7z[az]?|(?:g|bsd)?tar|patch|jscodeshift|fastmod|codemod|comby|ast-grep|sg|rector|reset\w*|checkout|switch|restore|stash|rebase|pull|abort|skip|branch|push|filter-\w+|bfg|gc|reflog|worktree|submodule|read-tree|apply|revert|strip|rollback|abandon|undo|alter|up(?:grade|-to|-by-one)?|down(?:grade|-to)?|redo|re(?:apply|pair|place|format)|fresh|execute|seed|setup|schema|structure|force|goto|destroy|terminate|taint|drain|uninstall|unpublish|yank|clobber|mrproper|nuke|mke2fs|[fs]g?disk|parted|diskpart|partition|FileUtils)\b/i;

/** A cheap first check, so that most commands need not load the rules. */
export function mayDestroy(command: string): boolean {
  return WORDS.test(command);
}
