import { wordSet } from "../../text/words/wording.js";

/** Words that people who program use, in the singular. Words everybody knows (file, bug, test) are left out. */
export const TERMS = wordSet(
  // building blocks
  "api sdk cli rest graphql grpc rpc json yaml toml xml csv regex regexp ast orm dto crud dsl abi ffi wasm jit gc dom ssr ssg spa pwa hmr css html sql nosql uuid ulid utf-8 utf8 ascii base64 posix tty stdin stdout stderr pid sigterm sigkill fsync mmap inode symlink shebang " +
    "async await promise future coroutine goroutine thread threading mutex mutexe semaphore deadlock thread-safe concurrency parallelism backpressure closure callback generic inheritance interface enum struct trait mixin decorator iterator generator recursion recursive currying monad singleton factory reducer middleware typecheck lifetime pointer heap segfault off-by-one " +
    // the web and its servers
    "endpoint webhook websocket sse cors csrf xs csp jwt oauth oauth2 oidc sso saml tl ssl mtl http https tcp udp dn cdn ipf payload header cookie polling microservice monolith monorepo pubsub kafka rabbitmq nat nats redi redis postgre postgres postgresql mysql sqlite mongodb dynamodb elasticsearch prisma drizzle typeorm hibernate indexe transaction rollback migration sharding replication replica acid cqr wal ttl lru " +
    // tools
    "docker dockerfile container kubernete k8 k8s helm terraform ansible nginx systemd cron ci pipeline linter eslint prettier biome webpack vite esbuild rollup babel tsc tsconfig vitest jest mocha pytest playwright cypres cargo clippy gradle maven npm pnpm yarn pip poetry venv virtualenv makefile cmake llvm gdb lldb valgrind strace flamegraph profiler profiling benchmark coverage mock mocking stub fixture e2e end-to-end property-based typescript nodejs react vue svelte nextj django flask fastapi rail laravel numpy panda pytorch tensorflow cuda " +
    // git and shipping
    "cherry-pick bisect worktree submodule force-push upstream stash ref semver changelog lockfile daemon hook shim polyfill bundler sourcemap schema parser tokenizer lexer compiler runtime namespace abstraction invariant heuristic asymptotic hash hashe hashing hashmap hkdf hmac aes rsa ed25519 nonce salt embedding vector token latency throughput crlf " +
    // French
    "parseur verrou interblocage asynchrone synchrone héritage polymorphisme fermeture ramasse-miette intergiciel conteneur compilateur analyseur surcharge invalidation couverture bouchon non-régression répartiteur journalisation chiffrement hachage jeton dépendance rebaser idempotent immuable référentiel schéma débogueur latence concurrence",
);

/** Terms of two words, each in the singular. */
export const PHRASES: ReadonlySet<string> = new Set([
  "race condition",
  "event loop",
  "pure function",
  "side effect",
  "dependency injection",
  "type inference",
  "type guard",
  "type check",
  "borrow checker",
  "garbage collection",
  "memory leak",
  "stack trace",
  "null pointer",
  "edge case",
  "reverse proxy",
  "load balancer",
  "rate limit",
  "rate limiter",
  "query param",
  "statu code",
  "message queue",
  "foreign key",
  "primary key",
  "eventual consistency",
  "event sourcing",
  "write-ahead log",
  "cache invalidation",
  "github action",
  "snapshot test",
  "unit test",
  "integration test",
  "fuzz test",
  "spring boot",
  "merge conflict",
  "feature flag",
  "env var",
  "environment variable",
  "source map",
  "big o",
  "point d'entrée",
  "variable d'environnement",
  "clé étrangère",
  "clé primaire",
  "requête sql",
  "fuite mémoire",
  "accè concurrent",
  "pile d'appel",
  "test unitaire",
  "test d'intégration",
]);

/** How the longer terms begin, whatever their ending. */
export const STEMS: readonly string[] = [
  "debounc",
  "throttl",
  "memoi",
  "idempoten",
  "immutab",
  "polymorphi",
  "serializ",
  "deserializ",
  "sérialis",
  "désérialis",
  "marshal",
  "partition",
  "fuzz",
  "rebas",
  "squash",
  "tree-shak",
  "transpil",
  "refactor",
  "deprecat",
  "backwards-compat",
  "backward-compat",
  "récursi",
];
