import { anyOf } from "./any-of.js";
import { late } from "./late.js";
import { linesIn, sentencesIn } from "./sentence.js";

export type TechnicalLevel = "expert" | "intermediate" | "novice";

/** How many different technical terms a text uses. More than 5 in one message are an expert's. */
export function technicalTerms(text: string): number {
  const prose = linesIn(text)
    .map((line) => line.text)
    .join("\n");
  const terms = new Set<string>();
  for (const match of prose.matchAll(TERMS))
    terms.add(singular(match[0].toLowerCase().replace(/[\s-]+/g, " ")));
  const shaped = new Set<string>();
  for (const match of prose.matchAll(CODE_SHAPED)) shaped.add(match[0]);
  // A name can be pasted by anybody: alone they do not make an expert.
  return terms.size + Math.min(shaped.size, MOST_SHAPED);
}

/** What all messages together say about a person. */
export function levelOf(votes: { readonly expert: number; readonly novice: number }): TechnicalLevel {
  if (votes.expert > votes.novice) return "expert";
  return votes.novice > votes.expert ? "novice" : "intermediate";
}

/** Whether somebody says, or shows by what they ask, that they do not program. */
export function noviceSigns(text: string): boolean {
  return sentencesIn(text).some(({ text: sentence }) => {
    const spoken = sentence.replace(/"[^"]{0,300}"|«[^»]{0,300}»/g, '""');
    return NOVICE.test(spoken) && !NOT_ME.test(spoken);
  });
}

const MOST_SHAPED = 4;

const WORDS = [
  // building blocks
  "APIs?|SDKs?|CLI|REST|GraphQL|gRPC|RPC|JSON|YAML|TOML|XML|CSV|regex(?:es)?|regexp|AST|ORM|DTO|CRUD|DSL|ABI|FFI|WASM|JIT|GC|DOM|SSR|SSG|SPA|PWA|HMR|CSS|HTML|SQL|NoSQL|UUID|ULID|UTF-?8|ASCII|base64|POSIX|TTY|stdin|stdout|stderr|PID|SIGTERM|SIGKILL|fsync|mmap|inode|symlinks?|shebang",
  "async|await|promises?|futures?|coroutines?|goroutines?|threads?|threading|mutex(?:es)?|semaphores?|deadlocks?|race conditions?|thread[- ]safe|concurrency|parallelism|event loop|backpressure|debounc\\p{L}*|throttl\\p{L}*|memoi[sz]\\p{L}*|idempoten\\p{L}*|immutab\\p{L}*|closures?|callbacks?|generics?|polymorphi\\p{L}*|inheritance|interfaces?|enums?|structs?|traits?|mixins?|decorators?|iterators?|generators?|recursion|recursive|currying|monads?|pure functions?|side effects?|dependency injection|singletons?|factory|reducers?|middlewares?|serializ\\p{L}*|deserializ\\p{L}*|marshal\\p{L}*|type ?check\\p{L}*|type inference|type guards?|lifetimes?|borrow checker|pointers?|heap|garbage collect\\p{L}*|memory leaks?|stack traces?|segfaults?|null pointer|off-by-one|edge cases?",
  // the web and its servers
  "endpoints?|webhooks?|websockets?|SSE|CORS|CSRF|XSS|CSP|JWT|OAuth2?|OIDC|SSO|SAML|TLS|SSL|mTLS|HTTPS?|TCP|UDP|DNS|CDN|IPFS|reverse proxy|load balancers?|rate limit\\p{L}*|payloads?|headers?|cookies?|query params?|status codes?|polling|microservices?|monoliths?|monorepos?|message queues?|pub/?sub|Kafka|RabbitMQ|NATS|Redis|Postgres(?:QL)?|MySQL|SQLite|MongoDB|DynamoDB|Elasticsearch|Prisma|Drizzle|TypeORM|Hibernate|foreign keys?|primary keys?|indexes|transactions?|rollbacks?|migrations?|sharding|replication|replicas?|partition\\p{L}*|eventual consistency|ACID|CQRS|event sourcing|write-ahead log|WAL|TTL|LRU|cache invalidation|N\\+1",
  // tools
  "docker|dockerfile|containers?|kubernetes|k8s|helm|terraform|ansible|nginx|systemd|cron|CI/CD|CI|GitHub Actions?|pipelines?|linters?|eslint|prettier|biome|webpack|vite|esbuild|rollup|babel|tsc|tsconfig|vitest|jest|mocha|pytest|playwright|cypress|cargo|clippy|gradle|maven|npm|pnpm|yarn|pip|poetry|venv|virtualenv|makefile|cmake|LLVM|gdb|lldb|valgrind|strace|flamegraphs?|profil(?:er|ing)|benchmarks?|coverage|mocks?|mocking|stubs?|fixtures?|snapshot tests?|unit tests?|integration tests?|e2e|end-to-end|property-based|fuzz\\p{L}*|type ?scripts?|node\\.?js|react|vue|svelte|next\\.?js|django|flask|fastapi|rails|laravel|spring boot|numpy|pandas|pytorch|tensorflow|CUDA",
  // git and shipping
  "rebas\\p{L}*|cherry-pick\\p{L}*|squash\\p{L}*|bisect|worktrees?|submodules?|merge conflicts?|force[- ]push\\p{L}*|upstream|stash|HEAD|refs?|semver|changelogs?|lockfiles?|feature flags?|env(?:ironment)? vars?|environment variables?|daemons?|hooks?|shims?|polyfills?|tree[- ]shak\\p{L}*|bundlers?|transpil\\p{L}*|sourcemaps?|refactor\\p{L}*|deprecat\\p{L}*|backwards?[- ]compat\\p{L}*|schemas?|parsers?|tokenizers?|lexers?|compilers?|runtime|namespaces?|abstractions?|invariants?|heuristics?|asymptotic|O\\(\\p{L}[^)\\s]{0,8}\\)|big[- ]O|hash(?:es|ing|map)?|HKDF|HMAC|AES|RSA|ed25519|nonce|salt|embeddings?|vectors?|tokens?|latency|throughput",
  // French
  "point d'entrée|variables? d'environnement|clés? (?:étrangères?|primaires?)|requêtes? SQL|fuites? (?:de )?mémoire|accès concurrents?|concurrence|verrous?|interblocages?|sérialis\\p{L}*|désérialis\\p{L}*|asynchrones?|synchrones?|récursi\\p{L}*|héritage|polymorphisme|fermetures?|pile d'appels|ramasse-miettes|intergiciels?|conteneurs?|compilateurs?|analyseurs? (?:lexical|syntaxique)|surcharge|mise en cache|invalidation|couverture|bouchons?|tests? unitaires?|tests? d'intégration|non-régression|montée en charge|répartiteurs?|journalisation|chiffrement|hachage|jetons?|dépendances?|branches? distantes?|rebaser|idempotente?s?|immuables?|référentiels?|schémas?|débogueurs?|latence",
];
const TERMS = late(`(?<![\\p{L}\\d_/.@-])(?:${WORDS.join("|")})(?![\\p{L}\\d_/(])`, "giu");

const CODE_SHAPED =
  /(?<![\w/.-])(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[a-z]\w*_\w+|[A-Z][A-Z\d]+_[A-Z\d_]+|[A-Za-z_]\w*\(\)|--[a-z][\w-]+|[\w.-]+(?:\/[\w.-]+)+\.\w{1,5}|\w[\w-]*\.(?:ts|tsx|js|mjs|py|go|rs|java|rb|php|c|cpp|h|cs|json|ya?ml|toml|sql|sh))(?![\w/])/g;

const BASIC =
  "(?:terminal|command line|repo(?:sitory)?|branch|commit|pull request|merge|git|github|npm|function|variable|array|loop|string|compiler|localhost|port|server|database|API|dependency|package|folder|path|environment variable)";
const BASIC_FR =
  "(?:terminal|ligne de commande|dépôt|repo|branche|commit|git|github|npm|fonction|variable|tableau|boucle|compilateur|localhost|port|serveur|base de données|API|dépendance|paquet|variable d'environnement)";

const NOVICE = anyOf([
  "I(?:'m| am) (?:not|no) (?:an? |really a )?(?:very )?(?:technical|developer|dev|programmer|coder|engineer)",
  "I(?:'m| am) (?:a (?:complete |total |absolute )?)(?:beginner|newbie|noob|non-?coder|non-?programmer)",
  "I(?:'m| am) (?:very |totally |completely |brand )?new to (?:programming|coding|development|web development|software|this stuff|all (?:of )?this)",
  "I (?:don't|do not|can't|cannot) (?:really )?(?:know how to )?(?:code|program)(?= *(?:$|[.,;!?)]| (?:and|so|but|at all|myself|anything)))",
  "I(?:'ve| have) never (?:coded|programmed|used (?:git|a terminal|the terminal|the command line))",
  "I don't know (?:anything|much) about (?:coding|programming|computers|git|servers)",
  "(?:explain|tell me|say it)[^.?!]{0,40} (?:like|as if) I(?:'m| am|'m a| was| were) (?:five|5|a beginner|a child|new)",
  `what(?:'s| is| does)(?: an?| the)? ${BASIC}(?: mean)?\\s*\\?`,
  "where do I (?:type|put|paste|write) (?:this|that|it)",
  "how do I (?:open|use) (?:the|a) (?:terminal|command line)",
  "in (?:simple|plain|layman's) (?:terms|words|english)",
  "je (?:ne )?suis pas (?:du tout |vraiment |très )?(?:développeur|développeuse|dev|informaticien|informaticienne|technique|programmeur|programmeuse)",
  "je (?:débute|commence) en (?:programmation|informatique|développement|code)",
  "je suis (?:une? )?(?:grande? |vraie? |complètement )?(?:débutante?|novice)",
  "je (?:ne )?sais pas (?:coder|programmer)",
  "je n'y connais rien",
  "j'y connais rien",
  "je n'ai jamais (?:codé|programmé|utilisé (?:git|le terminal|un terminal))",
  "je (?:ne )?comprends rien (?:au code|à git|à l'informatique|à la programmation)",
  `c'est quoi (?:une? |le |la |l')?${BASIC_FR}\\s*\\?`,
  `(?:qu'est-ce que c'est|qu'est-ce qu')(?: ?une? | ?le | ?la )?${BASIC_FR}\\s*\\?`,
  "(?:où|dans quoi) (?:est-ce que )?je (?:tape|colle|mets|dois taper|dois coller) (?:ça|cette commande|ce code)",
  "comment (?:j'ouvre|ouvrir|on ouvre) (?:le|un) terminal",
  "(?:avec des mots|en termes) simples",
]);
// Said of the users of what is being built.
const NOT_ME = anyOf([
  "if I(?:'m| am)",
  "our users",
  "the users?",
  "for someone who",
  "les utilisateurs",
  "pour quelqu'un qui",
  "si je",
]);

function singular(term: string): string {
  return term.length > 4 && term.endsWith("s") && !term.endsWith("ss") ? term.slice(0, -1) : term;
}
