import { type Call, hasOption, type Rule, type Rules, sharing, verbs } from "./call.js";

/** Migrations: they change a database in a way that only another migration takes back, if any. */
export const migrations: Rules = {
  ...sharing(
    "rails rake",
    told(
      /^db:(?:migrate(?!:status)|rollback|reset|drop|schema:load|setup|seed:replant|truncate_all|purge|structure:load)|^(?:clean|clobber)$/,
    ),
  ),
  prisma: pair(/^migrate$/, /^(?:reset|deploy|dev)$/, /^db$/, /^(?:push|execute|seed)$/),
  alembic: told(/^(?:upgrade|downgrade)$/, "-c", "-n", "-x"),
  flask: pair(/^db$/, /^(?:upgrade|downgrade)$/),
  aerich: told(/^(?:upgrade|downgrade)$/),
  yoyo: told(/^(?:apply|rollback|reapply)$/),
  knex: told(/^migrate:(?:latest|up|down|rollback)$/),
  ...sharing(
    "manage.py django-admin",
    (call) =>
      told(/^(?:migrate|flush|reset_db|sqlflush)$/)(call) === true && !hasOption(call, "", "plan", "check"),
  ),
  flyway: told(/^(?:migrate|clean|undo|repair)$/),
  liquibase: told(/^(?:update|rollback|drop-?all)/),
  ...sharing("sequelize sequelize-cli", told(/^db:(?:migrate(?!:status)|drop|seed:undo)/)),
  ...sharing(
    "typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm",
    told(/^(?:migration:(?:run|revert)|schema:(?:sync|drop))$/),
  ),
  diesel: pair(/^migration$/, /^(?:run|revert|redo)$/, /^database$/, /^(?:reset|drop|setup)$/),
  sqlx: pair(/^(?:migrate|mig)$/, /^(?:run|revert)$/, /^(?:database|db)$/, /^(?:reset|drop)$/),
  goose: told(/^(?:up(?:-to|-by-one)?|down(?:-to)?|redo|reset)$/, "-dir"),
  dbmate: told(/^(?:up|migrate|down|rollback|drop)$/, "-u", "-d", "-e"),
  migrate: told(/^(?:up|down|drop|force|goto)$/, "-path", "-database", "-source"),
  "drizzle-kit": told(/^(?:push|migrate|drop)(?::|$)/),
  atlas: pair(/^schema$/, /^(?:apply|clean)$/, /^migrate$/, /^(?:apply|down)$/),
  mix: told(/^ecto\.(?:migrate|rollback|drop|reset)$/),
  dotnet: (call) =>
    verbs(call)[0] === "ef" &&
    verbs(call)[1] === "database" &&
    /^(?:update|drop)$/.test(verbs(call)[2] ?? ""),
  ...sharing(
    "artisan",
    (call) =>
      told(/^(?:migrate(?!:(?:status|install))|db:wipe)/)(call) === true && !hasOption(call, "", "pretend"),
  ),
  console: told(/^doctrine:(?:migrations:(?:migrate|execute)|schema:(?:drop|update)|database:drop)$/),
  phinx: told(/^(?:migrate|rollback)$/),
  supabase: pair(/^db$/, /^(?:reset|push)$/, /^migration$/, /^(?:up|down)$/),
  hasura: pair(/^migrate$/, /^apply$/),
  ...sharing("node-pg-migrate db-migrate", told(/^(?:up|down|redo|reset)$/)),
  "mikro-orm": told(/^(?:migration:(?:up|down|fresh)|schema:(?:drop|fresh|update))$/),
  "sea-orm-cli": pair(/^migrate$/, /^(?:up|down|fresh|refresh|reset)$/),
  wp: pair(/^db$/, /^(?:reset|drop|clean)$/),
};

/** The name of a script in a package's list, or a target of a build file, that migrates or cleans up. */
export function isHarmfulTask(task: string): boolean {
  if (/(?:status|create|generate|make|new|list|info|check|plan|diff|dry|test|lint|validate)$/i.test(task))
    return false;
  return /migrat|^db[:_-](?:reset|drop|push|rollback|wipe|clean|truncate)|^(?:dist|real|mr)?clean(?:$|[:_-])|^(?:clobber|mrproper|purge|nuke)$/i.test(
    task,
  );
}

/** One of the arguments is one of these. */
function told(pattern: RegExp, ...valued: readonly string[]): Rule {
  return (call: Call) => verbs(call, ...valued).some((verb) => pattern.test(verb));
}

/** The first argument is of one kind, and the second of another; two such pairs may be given. */
function pair(first: RegExp, second: RegExp, orFirst = first, orSecond = second): Rule {
  return (call: Call) => {
    const [a = "", b = ""] = verbs(call, "--schema");
    return (first.test(a) && second.test(b)) || (orFirst.test(a) && orSecond.test(b));
  };
}
