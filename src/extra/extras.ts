import { startBranch } from "./branch/branch.js";
import { branchOf } from "./branch/fold/branch.js";
import {
  branchPerspective,
  decidedOnBranches,
  joinNamedBranch,
  seenFromBranch,
} from "./branch/perspective.js";
import { exportAgain } from "./layout/export-layout.js";
import type {
  BranchOf,
  BriefLines,
  DecisionView,
  ExportAgain,
  IconWish,
  LanguageVotes,
  PerspectiveChange,
  ProjectView,
  SessionStart,
  StartBranch,
} from "./port.js";
import { learnedLanguage } from "./profile/learned.js";
import { profileLine, wantsIcons } from "./profile/profile.js";

// The installed extras, by what the pipeline asks of them. Separate constants, so that a bundle takes only what it uses.
export const perspectiveChanges: readonly PerspectiveChange[] = [branchPerspective];
export const projectSeenBy: ProjectView = seenFromBranch;
export const decisionView: DecisionView = decidedOnBranches;
export const sessionStarts: readonly SessionStart[] = [joinNamedBranch];
export const briefLines: readonly BriefLines[] = [profileLine];
export const exportsAgain: readonly ExportAgain[] = [exportAgain];
export const workBranchOf: BranchOf = branchOf;
export const beginWorkBranch: StartBranch = startBranch;
export const iconsWanted: IconWish = wantsIcons;
export const languageOfPrompts: LanguageVotes = learnedLanguage;
