import { type Rule, token, word } from "./rule.js";

// Where code lives, is built, published and watched.
export const platform: readonly Rule[] = [
  token(
    "github-token",
    "ghp_ gho_ ghu_ ghs_ ghr_",
    /gh[pousr]_(?:[A-Za-z0-9]{36,255}|\d{2,12}_eyJ[\w.-]{60,2000})/y,
  ),
  token("github-fine-grained-token", "github_pat_", /github_pat_\w{60,255}/y),
  word(
    "gitlab-token",
    "glpat- glptt- gldt- glft- glsoat- glcbt- glimt- glagent- gloas- glrt- glrtr- glffct- glwt-",
    /gl(?:pat|ptt|dt|ft|soat|cbt|imt|agent|oas|rtr?|ffct|wt)-(?:t\d_)?[\w-]{19,300}(?:\.[\w.-]{2,30})?/y,
  ),
  token("gitlab-runner-token", "gr1348941", /GR1348941[\w-]{20}/y),
  token("gitlab-session", "_gitlab_session=", /_gitlab_session=[0-9a-z]{32}/y),
  word("bitbucket-token", "atbb atctt3 atst", /(?:ATBB[A-Za-z0-9]{32,40}|ATCTT3[\w=-]{60,300})/y),
  word("atlassian-token", "atatt3 atoatt3", /ATO?ATT3[\w=-]{60,400}/y),
  word("npm-token", "npm_", /(?<!_)npm_[A-Za-z0-9]{36}(?![A-Za-z0-9_])/y),
  {
    name: "npm-auth-token",
    keyword: ["_authtoken", "_auth="],
    pattern: /_auth(?:Token)?\s{0,3}=\s{0,3}"?([\w+/.=-]{11,2000})/iy,
  },
  token("pypi-token", "pypi-", /pypi-Ag[EEN][\w-]{50,2000}/y),
  token("rubygems-token", "rubygems_", /rubygems_[0-9a-f]{48}/y),
  token("clojars-token", "clojars_", /CLOJARS_[0-9a-z]{60}/iy),
  word("nuget-key", "oy2", /oy2[a-z0-9]{43}(?![A-Za-z0-9])/y),
  word("crates-token", "cio", /cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/y),
  token("packagist-token", "packagist_", /packagist_[ou][ru][tg]_[0-9a-f]{60,80}/y),
  { name: "artifactory-key", keyword: ["akc"], pattern: /(?<![\w+/-])AKC[a-zA-Z0-9]{10,80}(?![\w+/=-])/y },
  {
    name: "artifactory-password",
    keyword: artifactoryPrefixes(),
    pattern:
      /(?<![\w+/.-])AP(?:\d[a-zA-Z0-9]{8,80}|[A-F](?=[a-z]{9}|[a-zA-Z]{0,20}\d)[a-zA-Z0-9]{9,80})(?![\w+/=.-])/y,
    accept: (it) => /[a-z]/.test(it),
  },
  word("artifactory-reference-token", "cmvmdg", /cmVmdG[A-Za-z0-9]{58}(?![A-Za-z0-9])/y),
  word("artifactory-reference-token", "cmvmd", /cmVmd[A-Za-z0-9]{59}(?![A-Za-z0-9])/y),
  token("circleci-token", "ccipat_ cciprj_", /cci(?:pat|prj)_[A-Za-z0-9]{20,24}_[0-9a-f]{40,64}/y),
  word("buildkite-token", "bkua_ bkct_ bkaj_", /bk(?:ua|ct|aj)_[A-Za-z0-9]{40,64}/y),
  word("harness-key", "pat. sat.", /[ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}/y),
  word("octopus-key", "api-", /(?<![-])API-[A-Z0-9]{25,26}(?![A-Za-z0-9-])/y),
  word("prefect-key", "pnu_ pnb_", /pn[ub]_[A-Za-z0-9]{36}(?!\w)/y),
  word("sourcegraph-token", "sgp_ sgd_", /sg[pd]_(?:(?:local|[0-9a-f]{16})_)?[0-9a-f]{40}(?!\w)/iy),
  word("sonar-token", "squ_ sqp_ sqa_ squid_", /sq[upa]_[a-z0-9]{40}(?!\w)/iy),
  token("sentry-token", "sntrys_ sntryu_", /sntry(?:s_eyJ[\w+/=-]{60,600}|u_[0-9a-f]{64})/y),
  word("grafana-token", "glc_ glsa_", /gl(?:c_[A-Za-z0-9+/]{32,400}={0,3}|sa_[A-Za-z0-9]{32}_[0-9a-f]{8})/iy),
  word("grafana-key", "eyjrijoi", /eyJrIjoi[A-Za-z0-9+/_-]{40,400}={0,3}/iy),
  token("postman-key", "pmak-", /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/iy),
  word(
    "launchdarkly-key",
    "sdk- mob- api-",
    /(?<![-])(?:sdk|mob|api)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-])/y,
  ),
  word("snyk-token", "snyk_", /snyk_(?:u|s)at\.[0-9a-f]{8}\.[\w-]{40,120}/y),
  token("endorlabs-key", "endr+", /endr\+[A-Za-z0-9-]{16}/y),
  token("defined-networking-key", "dnkey-", /dnkey-[a-z0-9=_-]{26}-[a-z0-9=_-]{52}/iy),
  word("wundergraph-key", "cosmo_", /cosmo_[0-9a-f]{32}(?!\w)/y),
  token("linear-key", "lin_api_ lin_oauth_ lin_wh_", /lin_(?:api|oauth|wh)_[A-Za-z0-9]{32,64}/y),
  word(
    "notion-token",
    "ntn_ secret_",
    /(?:ntn_\d{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43})(?![A-Za-z0-9])/y,
  ),
  word("figma-token", "figd_ figo_ figor_ figu_", /fig(?:d|or?|u)_[\w-]{40}(?![\w-])/y),
  word("airtable-token", "pat", /pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/y),
  word(
    "airtable-legacy-key",
    "key",
    /(?<![_-])key(?=[A-Za-z]{0,13}\d)(?=[a-z0-9]{0,13}[A-Z])[A-Za-z0-9]{14}(?![\w-])(?<!key[A-Z][a-z]{2,}\w{0,20})/y,
  ),
  token("contentful-token", "cfpat-", /CFPAT-[\w-]{43}/y),
  token("readme-key", "rdme_", /rdme_[a-z0-9]{70}/y),
  word("adobe-client-secret", "p8e-", /p8e-[A-Za-z0-9]{32}(?!\w)/iy),
  word(
    "authress-key",
    "sc_ ext_ scauth_ authress_",
    /(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[a-z0-9+/_=-]{30,120}/iy,
  ),
  word("settlemint-token", "sm_pat_ sm_aat_ sm_sat_", /sm_[pas]at_[A-Za-z0-9]{16}/y),
  token("intra42-secret", "s-s4t2", /s-s4t2(?:ud|af)-[0-9a-f]{64}/y),
  token("maxmind-key", "_mmk", /_mmk(?!\w)/y, /(?<![A-Za-z0-9])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}$/),
  token("okta-token", "ssws", /SSWS\s{1,3}(00[\w-]{40})/y),
  word("salesforce-token", "00d", /00D[A-Za-z0-9]{12,15}![\w.]{60,120}/y),
  word("salesforce-client-id", "3mvg", /3MVG[\w.]{60,100}/y),
  token(
    "shodan-or-meraki-header",
    "x-cisco-meraki-api-key",
    /x-cisco-meraki-api-key["']?:\s{0,3}["']?([0-9a-f]{40})/iy,
  ),
];

function artifactoryPrefixes(): string[] {
  return [..."0123456789abcdef"].map((digit) => `ap${digit}`);
}
