import { SETUPS } from "../agent/adapters.js";
import { agentsNamed, connectedFiles, isInstalled } from "../agent/known-agent.js";
import { scopeOf, type Where } from "../agent/scope.js";
import type { AgentSetup } from "../agent/setup.js";
import { TidemarkError } from "../error.js";

interface AgentName {
  readonly name: string;
  readonly title: string;
}

export interface Choice {
  readonly setups: readonly AgentSetup[];
  readonly notFound: readonly AgentName[];
  readonly leftOut: readonly (AgentName & { readonly why: string })[];
}

/** The named agents, or else every installed agent that is known to work. */
export function chooseAgents(where: Where & { readonly agents?: readonly string[] }): Choice {
  const { env, agents } = where;
  const isNamed = agents !== undefined && agents.length > 0;
  const asked = isNamed ? agentsNamed(agents) : SETUPS.filter((setup) => isInstalled(setup, env));
  if (asked.length === 0) throw noneFound();
  const leftOut = asked.flatMap((setup) => {
    const why = isNamed ? undefined : untried(setup);
    const reason = why ?? (where.project ? unfitForProject(setup, where) : undefined);
    return reason === undefined ? [] : [{ ...nameOf(setup), why: reason }];
  });
  return {
    setups: asked.filter(({ name }) => !leftOut.some((left) => left.name === name)),
    notFound: isNamed ? [] : SETUPS.filter((setup) => !asked.includes(setup)).map(nameOf),
    leftOut,
  };
}

function untried({ name, isUntried }: AgentSetup): string | undefined {
  return isUntried
    ? `known from its documentation alone; if you want to try it: tidemark init --agent ${name}`
    : undefined;
}

function unfitForProject(setup: AgentSetup, { env, cwd }: Where): string | undefined {
  const project = scopeOf({ env, cwd, project: true });
  if (!setup.files(project, env).some(({ part }) => part === "hooks"))
    return "has no settings for one project";
  const user = scopeOf({ env, cwd, project: false });
  const isThere = connectedFiles(setup, user, env).some(({ file }) => file.part === "hooks");
  return isThere ? "is already connected everywhere; here too, it would be recorded twice" : undefined;
}

function nameOf({ name, title }: AgentSetup): AgentName {
  return { name, title };
}

function noneFound(): TidemarkError {
  const known = SETUPS.map(({ title }) => title).join(", ");
  return new TidemarkError("not-found", `No coding agent was found on this machine (known: ${known}).`, {
    hint: `Install one first, or set it up in advance: tidemark init --agent ${SETUPS[0]?.name}`,
  });
}
