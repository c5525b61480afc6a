import { asksForHelp, type Call, hasOption, type Rule, type Rules, sharing, verbs } from "./call.js";
import { isHarmfulTask } from "./migration.js";

/** Machines, containers, clouds, packages and the tasks of build files. */
export const machine: Rules = {
  ...sharing("terraform tofu terragrunt", (call) => {
    const [verb = "", second] = verbs(call);
    return /^(?:destroy|apply)$/.test(verb) || (verb === "state" && second === "rm") || verb === "taint";
  }),
  pulumi: first(/^(?:destroy|up)$/),
  cdk: first(/^destroy$/),
  ...sharing("kubectl oc", (call) => {
    const [verb = ""] = verbs(call, ...KUBE_VALUED);
    if (call.args.some(({ text }) => /^--dry-run(?!=none)/.test(text))) return false;
    return (
      /^(?:delete|drain)$/.test(verb) ||
      (verb === "replace" && hasOption(call, "", "force")) ||
      hasOption(call, "", "prune")
    );
  }),
  helm: (call) =>
    /^(?:uninstall|delete|del|rollback)$/.test(verbs(call, ...KUBE_VALUED)[0] ?? "") &&
    !hasOption(call, "", "dry-run"),
  ...sharing("docker podman nerdctl docker-compose podman-compose", dropsVolumes),
  aws: (call) => {
    const [service, verb = ""] = verbs(call, "--profile", "--region");
    if (hasOption(call, "", "dryrun", "dry-run")) return false;
    if (service === "s3") return /^r[mb]$/.test(verb) || hasOption(call, "", "delete");
    return /^(?:delete|terminate|purge)-/.test(verb);
  },
  gsutil: (call) => verbs(call, "-o", "-h").some((verb) => /^r[mb]$/.test(verb)),
  ...sharing("gcloud az doctl", (call) => verbs(call).some((verb) => /^(?:delete|purge)$/.test(verb))),
  heroku: first(/^(?:pg:reset|apps:destroy|addons:destroy)$/),
  ...sharing("fly flyctl", (call) => verbs(call).includes("destroy")),
  ...sharing("vercel netlify", first(/^(?:rm|remove|sites:delete)$/)),
  ...sharing("npm pnpm yarn bun", (call) => {
    const [verb = "", second = ""] = verbs(call, ...PACKAGE_VALUED);
    if (/^unpublish$/.test(verb) || (verb === "npm" && second === "unpublish")) return true;
    return /^(?:run|run-script)$/.test(verb)
      ? isHarmfulTask(second)
      : call.program !== "npm" && isHarmfulTask(verb);
  }),
  ...sharing("cargo gem", first(/^yank$/)),
  ...sharing(
    "make gmake just task mise invoke inv ninja",
    (call) =>
      !hasOption(call, "", "dry-run", "just-print") &&
      verbs(call, "-C", "-f", "-j", "--directory", "-t").some(isHarmfulTask) &&
      !asksForHelp(call),
  ),
  ...sharing("mkfs mke2fs fdisk parted sgdisk diskpart", (call) => !asksForHelp(call)),
  diskutil: first(/^(?:erase|reformat|partition)/),
};

const PACKAGE_VALUED = ["-w", "--workspace", "--prefix", "-C", "--filter", "-F", "--cwd"];
const KUBE_VALUED = ["-n", "--namespace", "--context", "--kubeconfig", "--cluster"];

function first(pattern: RegExp): Rule {
  return (call: Call) => pattern.test(verbs(call)[0] ?? "");
}

/** Containers are replaceable, the data of volumes is not. */
function dropsVolumes(call: Call): boolean {
  const [verb = "", second = "", ...more] = verbs(call, ...DOCKER_VALUED);
  if (verb === "compose" || call.program.endsWith("-compose")) {
    const isDown = [verb, second, ...more].some((word) => /^(?:down|rm)$/.test(word));
    return isDown && hasOption(call, "v", "volumes");
  }
  if (verb === "volume") return /^(?:rm|remove|prune)$/.test(second);
  if (verb === "system" || verb === "container")
    return second === "prune" || (second === "rm" && hasOption(call, "v", "volumes"));
  return verb === "rm" && hasOption(call, "v", "volumes");
}

const DOCKER_VALUED = "-f --file -p --project-name -H --host -c --context --env-file --profile".split(" ");
