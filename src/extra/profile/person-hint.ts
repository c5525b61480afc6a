import { holdsAny, type Keywords, keywordsOf, wordSet } from "../../text/words/wording.js";

/** Which traits of its writer a prompt may show. */
export interface Hints {
  readonly role: boolean;
  readonly relationship: boolean;
  readonly verbosity: boolean;
  readonly novice: boolean;
  readonly expert: boolean;
}

/**
 * A cheap check for words without which the detectors find nothing. It runs for every prompt while the agent waits, and
 * the patterns of the detectors take tens of milliseconds to build.
 */
export function hintsIn(text: string): Hints {
  const lower = text.toLowerCase().replaceAll("’", "'");
  const isOfSelf = hasSelf(lower);
  return {
    role: isOfSelf && hasBeing(lower) && hasTrade(lower),
    relationship: isOfSelf && (hasBelonging(lower) || hasOwned(lower)),
    verbosity: hasLength(lower),
    novice: isUnsure(lower),
    expert: countTerms(lower) >= ENOUGH_TERMS,
  };
}

// Among six different terms there are always some of the common ones.
const ENOUGH_TERMS = 3;

const hasSelf = having("i'm |i am |i've |i'd |i |my |je |j'|mon |ma |moi ");
const hasBeing = having(
  "i'm |i am |i work|been working|i've worked|my role|my job|my day job|my background|as a |as an |as the |je suis |je travaille|je bosse|mon métier|mon rôle|mon poste",
);
const hasTrade = having(
  "develop|dévelop|dev|engineer|ingénieur|programm|coder|designer|architect|scientist|analyst|student|étudiant|researcher|chercheu|teacher|enseignant|prof|writer|manager|lead|tester|testeu|freelance|consultant|contractor|hobbyist|founder|fondat|cto|ceo|admin|sre|dba|intern|apprenti|maintain|mainten|biologist|physicist|mathematic|musician|lawyer|doctor|marketer|entrepren|informaticien|graphiste|de projet|product owner|stagiaire|alternant|rédact|journaliste|comptable|médecin|indépendant",
);
const hasBelonging = having(
  "i created|i built|i wrote|i started|i made|i founded|i own|i launched|i authored|i developed|author of|creator of|owner of|the sole|the only|the original|maintain|contribut|contribu|my first|new to|new on|new in|new with|new here|joined|learning|course|tutorial|bootcamp|j'ai cr|j'ai écrit|j'ai dév|j'ai lancé|j'ai fondé|j'ai codé|j'ai constr|j'ai monté|moi qui ai|auteur|autrice|le créat|la créat|propriétaire|maintiens|mainten|ma première|découvre|nouveau|nouvelle|nouvel|débute|je commence|j'apprends|je viens|my own|my side|my personal|my little|my open source|my hobby|my new|mon propre|mon petit|ma propre|ma petite",
);
const hasOwned = having(
  "my project|mon project|ma project|my app|mon app|ma app|my lib|mon lib|ma lib|my package|mon package|ma package|my repo|mon repo|ma repo|my codebase|mon codebase|ma codebase|my website|mon website|ma website|my site|mon site|ma site|my game|mon game|ma game|my tool|mon tool|ma tool|my cli|mon cli|ma cli|my plugin|mon plugin|ma plugin|my extension|mon extension|ma extension|my framework|mon framework|ma framework|my product|mon product|ma product|my service|mon service|ma service|my startup|mon startup|ma startup|my blog|mon blog|ma blog|my projet|mon projet|ma projet|my bibli|mon bibli|ma bibli|my paquet|mon paquet|ma paquet|my dépôt|mon dépôt|ma dépôt|my jeu|mon jeu|ma jeu|my outil|mon outil|ma outil|my produit|mon produit|ma produit",
);
const hasLength = having(
  "brief|concise|short|succinct|terse|to the point|sentence|one line|two lines|few lines|one word|few words|line please|verbose|wordy|chatty|long-winded|explan|explain|elaborate|fluff|preamble|chatter|small talk|waffle|the answer|the code|the result|the command|tl;dr|tldr|detail|depth|thorough|at length|step by step|walk me|longer|bref|brève|brièvement|concis|court|synthétique|phrase|quelques mots|verbeu|bavard|expli|blabla|détour|essentiel|la réponse|le code|le résultat|la commande|détail|approfondi|exhausti|profondeur|longue|pas à pas|étape|complète",
);
const isUnsure = having(
  "not technical|technical|not a |no dev|not an |really a|beginner|newbie|noob|non-coder|noncoder|non-programmer|nonprogrammer|new to |know how to|don't code|do not code|can't code|cannot code|can't program|cannot program|don't program|do not program|don't know|never coded|never programmed|never used|like i|as if i|what's |what is |what does |where do i|how do i|simple terms|simple words|plain |layman|pas du tout|pas vraiment|pas dév|pas dev|pas informat|pas technique|pas très|pas programm|débute en|commence en|débutant|novice|pas coder|pas programmer|connais rien|jamais codé|jamais programmé|jamais utilisé|comprends rien|c'est quoi|qu'est-ce|je tape|je colle|je mets|dois taper|dois coller|le terminal|un terminal|mots simples|termes simples",
);
const TERMS = wordSet(
  "api apis sdk cli rest graphql grpc rpc json yaml toml xml csv regex ast orm crud dom ssr css html sql uuid stdin stdout stderr symlink async await promise promises future thread threads mutex deadlock concurrency closure callback callbacks generic generics interface interfaces enum struct trait decorator iterator generator recursion recursive recursion singleton factory reducer middleware serializer serialize pointer heap endpoint endpoints webhook webhooks websocket websockets sse cors csrf xss jwt oauth oidc sso tls ssl http https tcp udp dns cdn proxy payload payloads header headers cookie cookies polling microservice microservices monorepo kafka rabbitmq nats redis postgres postgresql mysql sqlite mongodb prisma index indexes transaction transactions rollback migration migrations sharding replication replica replicas wal ttl lru docker dockerfile container containers kubernetes k8s helm terraform ansible nginx systemd cron ci pipeline pipelines linter eslint prettier biome webpack vite esbuild rollup babel tsc tsconfig vitest jest mocha pytest playwright cypress cargo gradle maven npm pnpm yarn pip poetry makefile cmake llvm gdb profiler profiling benchmark benchmarks coverage mock mocks mocking stub stubs fixture fixtures e2e typescript node nodejs react vue svelte django flask fastapi rails laravel numpy pandas pytorch tensorflow cuda rebase squash bisect worktree worktrees submodule upstream stash head ref refs semver changelog lockfile daemon hook hooks shim polyfill bundler sourcemap refactor refactoring schema schemas parser parsers tokenizer lexer compiler runtime namespace abstraction invariant invariants heuristic hash hashing hashmap hmac nonce embedding embeddings vector vectors token tokens latency throughput backpressure debounce throttle idempotent immutable factory asynchrone synchrone concurrence verrou verrous fermeture héritage conteneur conteneurs compilateur couverture journalisation chiffrement hachage jeton jetons dépendance dépendances schéma schémas latence récursif récursive idempotente immuable",
);

function countTerms(lower: string): number {
  const met = new Set<string>();
  for (const word of lower.split(/[^a-z0-9àâçéèêëîïôûùü]+/)) {
    if (TERMS.has(word)) met.add(word);
    if (met.size >= ENOUGH_TERMS) break;
  }
  return met.size;
}

function having(words: string): (lower: string) => boolean {
  let keywords: Keywords | undefined;
  return (lower) => {
    keywords ??= keywordsOf(words);
    return holdsAny(lower, keywords);
  };
}
