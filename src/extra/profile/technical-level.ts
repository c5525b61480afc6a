import { linesIn, lowerOf, proseIn, sentencesIn } from "../../text/prose/sentence.js";
import { wordings, wordSet, wordsIn } from "../../text/words/wording.js";

export type TechnicalLevel = "expert" | "intermediate" | "novice";

/** Counts the different technical terms of a text. More than 5 in one message suggest an expert. */
export function technicalTerms(text: string): number {
  const terms = new Set<string>();
  const shaped = new Set<string>();
  for (const line of linesIn(text)) {
    for (const match of line.text.matchAll(CODE_SHAPED)) shaped.add(match[0]);
    const words = wordsIn(lowerOf(line.text.replace(CODE_SHAPED, " ")));
    for (const [index, word] of words.entries()) {
      const pair = `${singular(word)} ${singular(words[index + 1] ?? "")}`;
      if (PHRASES.has(pair)) terms.add(pair);
      else if (TERMS.has(singular(word))) terms.add(singular(word));
      else {
        const stem = STEMS.find((start) => word.startsWith(start));
        if (stem !== undefined) terms.add(stem);
      }
    }
  }
  // Anybody can paste a name, so names alone do not make an expert.
  return terms.size + Math.min(shaped.size, MAX_SHAPED);
}

export function levelOf(votes: { readonly expert: number; readonly novice: number }): TechnicalLevel {
  if (votes.expert > votes.novice) return "expert";
  return votes.novice > votes.expert ? "novice" : "intermediate";
}

/** Whether a person says that they do not program, or shows it by a question. */
export function noviceSigns(text: string): boolean {
  const noviceIn = NOVICE.within(proseIn(text));
  if (noviceIn === undefined) return false;
  return sentencesIn(text).some(({ lower }) => {
    const spoken = lower.replace(/"[^"]{0,300}"|«[^»]{0,300}»/g, '""');
    return noviceIn(spoken) !== undefined && !OTHERS.some((words) => spoken.includes(words));
  });
}

const MAX_SHAPED = 4;
const CODE_SHAPED =
  /(?<![\w/.-])(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[a-z]\w*_\w+|[A-Z][A-Z\d]+_[A-Z\d_]+|[A-Za-z_]\w*\(\)|--[a-z][\w-]+|[\w.-]+(?:\/[\w.-]+)+\.\w{1,5}|\w[\w-]*\.(?:ts|tsx|js|mjs|py|go|rs|java|rb|php|c|cpp|h|cs|json|ya?ml|toml|sql|sh))(?![\w/])/g;

function singular(word: string): string {
  return word.length > 4 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

const BASIC =
  "(?:terminal|command line|repo(?:sitory)?|branch|commit|pull request|merge|git|github|npm|function|variable|array|loop|string|compiler|localhost|port|server|database|api|dependency|package|folder|path|environment variable)";
const BASIC_FR =
  "(?:terminal|ligne de commande|dépôt|repo|branche|commit|git|github|npm|fonction|variable|tableau|boucle|compilateur|localhost|port|serveur|base de données|api|dépendance|paquet|variable d'environnement)";

const NOVICE = wordings([
  "i'm not|i am not|i'm no|i am no → i(?:'m| am) (?:not|no) (?:an? |really a )?(?:very )?(?:technical|developer|dev|programmer|coder|engineer)",
  "beginner|newbie|noob|non- → i(?:'m| am) (?:a (?:complete |total |absolute )?)(?:beginner|newbie|noob|non-?coder|non-?programmer)",
  "new to → i(?:'m| am) (?:very |totally |completely |brand )?new to (?:programming|coding|development|web development|software|this stuff|all (?:of )?this)",
  "how to code|how to program|i can't code|i cannot code|i don't code|i can't program|i cannot program|i don't program|i don't really|i can't really → i (?:don't|do not|can't|cannot) (?:really )?(?:know how to )?(?:code|program)(?= *(?:$|[.,;!?)]| (?:and|so|but|at all|myself|anything)))",
  "i've never|i have never → i(?:'ve| have) never (?:coded|programmed|used (?:git|a terminal|the terminal|the command line))",
  "i don't know → i don't know (?:anything|much) about (?:coding|programming|computers|git|servers)",
  "like i|as if i → (?:explain|tell me|say it)[^.?!]{0,40} (?:like|as if) i(?:'m| am|'m a| was| were) (?:five|5|a beginner|a child|new)",
  `what is|what's|what does → what(?:'s| is| does)(?: an?| the)? ${BASIC}(?: mean)?\\s*\\?`,
  "where do i → where do i (?:type|put|paste|write) (?:this|that|it)",
  "how do i → how do i (?:open|use) (?:the|a) (?:terminal|command line)",
  "in simple|in plain|in layman → in (?:simple|plain|layman's) (?:terms|words|english)",
  "suis pas → je (?:ne )?suis pas (?:du tout |vraiment |très )?(?:développeur|développeuse|dev|informaticien|informaticienne|technique|programmeur|programmeuse)",
  "débute|commence → je (?:débute|commence) en (?:programmation|informatique|développement|code)",
  "débutant|novice → je suis (?:une? )?(?:grande? |vraie? |complètement )?(?:débutante?|novice)",
  "sais pas → je (?:ne )?sais pas (?:coder|programmer)",
  "connais rien → (?:je n'y|j'y) connais rien",
  "jamais → je n'ai jamais (?:codé|programmé|utilisé (?:git|le terminal|un terminal))",
  "comprends rien → je (?:ne )?comprends rien (?:au code|à git|à l'informatique|à la programmation)",
  `c'est quoi → c'est quoi (?:une? |le |la |l')?${BASIC_FR}\\s*\\?`,
  `qu'est-ce → qu'est-ce (?:que c'est|qu')(?: ?une? | ?le | ?la )?${BASIC_FR}\\s*\\?`,
  "je tape|je colle|je mets|je dois → (?:où|dans quoi) (?:est-ce que )?je (?:tape|colle|mets|dois taper|dois coller) (?:ça|cette commande|ce code)",
  "ouvr → comment (?:j'ouvre|ouvrir|on ouvre) (?:le|un) terminal",
  "simples → (?:avec des mots|en termes) simples",
]);
// These sentences are about the users of the product.
const OTHERS = [
  "if i'm",
  "if i am",
  "our users",
  "the user",
  "for someone who",
  "les utilisateurs",
  "pour quelqu'un qui",
  "si je",
];

/** Words that people who program use, in the singular. Words everybody knows (file, bug, test) are left out. */
const TERMS = wordSet(
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
const PHRASES: ReadonlySet<string> = new Set(
  (
    "race condition|event loop|pure function|side effect|dependency injection|type inference|type guard|" +
    "type check|borrow checker|garbage collection|memory leak|stack trace|null pointer|edge case|" +
    "reverse proxy|load balancer|rate limit|rate limiter|query param|statu code|message queue|" +
    "foreign key|primary key|eventual consistency|event sourcing|write-ahead log|cache invalidation|" +
    "github action|snapshot test|unit test|integration test|fuzz test|spring boot|merge conflict|" +
    "feature flag|env var|environment variable|source map|big o|point d'entrée|variable d'environnement|" +
    "clé étrangère|clé primaire|requête sql|fuite mémoire|accè concurrent|pile d'appel|test unitaire|" +
    "test d'intégration"
  ).split("|"),
);

/** The beginnings of longer terms. */
const STEMS: readonly string[] = (
  "debounc|throttl|memoi|idempoten|immutab|polymorphi|serializ|deserializ|sérialis|désérialis|marshal|" +
  "partition|fuzz|rebas|squash|tree-shak|transpil|refactor|deprecat|backwards-compat|backward-compat|" +
  "récursi"
).split("|");
