import { type Call, hasOption, type Rule, type Rules, sharing, verbs } from "./call.js";

/** Migrations of databases, which at best another migration reverts. */
export const migrations: Rules = {
  ...sharing(
    "rails rake",
    verb(
      /^db:(?:migrate(?!:status)|rollback|reset|drop|schema:load|setup|seed:replant|truncate_all|purge|structure:load)|^(?:clean|clobber)$/,
    ),
  ),
  prisma: pair(/^migrate$/, /^(?:reset|deploy|dev)$/, /^db$/, /^(?:push|execute|seed)$/),
  alembic: verb(/^(?:upgrade|downgrade)$/, "-c", "-n", "-x"),
  flask: pair(/^db$/, /^(?:upgrade|downgrade)$/),
  aerich: verb(/^(?:upgrade|downgrade)$/),
  yoyo: verb(/^(?:apply|rollback|reapply)$/),
  knex: verb(/^migrate:(?:latest|up|down|rollback)$/),
  ...sharing(
    "manage.py django-admin",
    (call) =>
      verb(/^(?:migrate|flush|reset_db|sqlflush)$/)(call) === true && !hasOption(call, "", "plan", "check"),
  ),
  flyway: verb(/^(?:migrate|clean|undo|repair)$/),
  liquibase: verb(/^(?:update|rollback|drop-?all)/),
  ...sharing("sequelize sequelize-cli", verb(/^db:(?:migrate(?!:status)|drop|seed:undo)/)),
  ...sharing(
    "typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm",
    verb(/^(?:migration:(?:run|revert)|schema:(?:sync|drop))$/),
  ),
  diesel: pair(/^migration$/, /^(?:run|revert|redo)$/, /^database$/, /^(?:reset|drop|setup)$/),
  sqlx: pair(/^(?:migrate|mig)$/, /^(?:run|revert)$/, /^(?:database|db)$/, /^(?:reset|drop)$/),
  goose: verb(/^(?:up(?:-to|-by-one)?|down(?:-to)?|redo|reset)$/, "-dir"),
  dbmate: verb(/^(?:up|migrate|down|rollback|drop)$/, "-u", "-d", "-e"),
  migrate: verb(/^(?:up|down|drop|force|goto)$/, "-path", "-database", "-source"),
  "drizzle-kit": verb(/^(?:push|migrate|drop)(?::|$)/),
  atlas: pair(/^schema$/, /^(?:apply|clean)$/, /^migrate$/, /^(?:apply|down)$/),
  mix: verb(/^ecto\.(?:migrate|rollback|drop|reset)$/),
  dotnet: (call) => /^ef database (?:update|drop)(?: |$)/.test(verbs(call).join(" ")),
  artisan: (call) =>
    verb(/^(?:migrate(?!:(?:status|install))|db:wipe)/)(call) === true && !hasOption(call, "", "pretend"),
  console: verb(/^doctrine:(?:migrations:(?:migrate|execute)|schema:(?:drop|update)|database:drop)$/),
  phinx: verb(/^(?:migrate|rollback)$/),
  supabase: pair(/^db$/, /^(?:reset|push)$/, /^migration$/, /^(?:up|down)$/),
  hasura: pair(/^migrate$/, /^apply$/),
  ...sharing("node-pg-migrate db-migrate", verb(/^(?:up|down|redo|reset)$/)),
  "mikro-orm": verb(/^(?:migration:(?:up|down|fresh)|schema:(?:drop|fresh|update))$/),
  "sea-orm-cli": pair(/^migrate$/, /^(?:up|down|fresh|refresh|reset)$/),
  wp: pair(/^db$/, /^(?:reset|drop|clean)$/),
};

/** Whether a package script or build target migrates or cleans up. */
export function isHarmfulTask(task: string): boolean {
  if (/(?:status|create|generate|make|new|list|info|check|plan|diff|dry|test|lint|validate)$/i.test(task))
    return false;
  return /migrat|^db[:_-](?:reset|drop|push|rollback|wipe|clean|truncate)|^(?:dist|real|mr)?clean(?:$|[:_-])|^(?:clobber|mrproper|purge|nuke)$/i.test(
    task,
  );
}

/** Matches if one of the operands does. */
function verb(pattern: RegExp, ...valued: readonly string[]): Rule {
  return (call: Call) => verbs(call, ...valued).some((operand) => pattern.test(operand));
}

/** Matches if the first two operands match one of two pairs. */
function pair(first: RegExp, second: RegExp, orFirst = first, orSecond = second): Rule {
  return (call: Call) => {
    const [a = "", b = ""] = verbs(call, "--schema");
    return (first.test(a) && second.test(b)) || (orFirst.test(a) && orSecond.test(b));
  };
}
