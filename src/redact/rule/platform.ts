import { isNotFiller, type Rule, rule, table } from "./rule.js";

// Platforms for hosting, building, publishing and monitoring code.
const tokens = table(String.raw`
github-token  ghp_ gho_ ghu_ ghs_ ghr_  gh[pousr]_(?:[A-Za-z0-9]{36,255}|\d{2,12}_eyJ[\w.-]{60,2000})
github-fine-grained-token  github_pat_  github_pat_\w{60,255}
gitlab-token  glpat- glptt- gldt- glft- glsoat- glcbt- glimt- glagent- gloas- glrt- glrtr- glffct- glwt-  \bgl(?:pat|ptt|dt|ft|soat|cbt|imt|agent|oas|rtr?|ffct|wt)-(?:t\d_)?[\w-]{19,300}(?:\.[\w.-]{2,30})?
gitlab-runner-token  gr1348941  GR1348941[\w-]{20}
gitlab-session  _gitlab_session=  _gitlab_session=[0-9a-z]{32}
bitbucket-token  ATBB ATCTT3  \b(?:ATBB[A-Za-z0-9]{32,40}|ATCTT3[\w=-]{60,300})
atlassian-token  ATATT3 ATOATT3  \bATO?ATT3[\w=-]{60,400}
npm-token  npm_  \b(?<!_)npm_[A-Za-z0-9]{36}(?![A-Za-z0-9_])
pypi-token  pypi-  pypi-Ag[EN][\w-]{50,2000}
rubygems-token  rubygems_  rubygems_[0-9a-f]{48}
clojars-token  clojars_  (?i)CLOJARS_[0-9a-z]{60}
nuget-key  oy2  \boy2[a-z0-9]{43}(?![A-Za-z0-9])
crates-token  cio  \bcio[A-Za-z0-9]{32}(?![A-Za-z0-9])
packagist-token  packagist_  packagist_[ou][ru][tg]_[0-9a-f]{60,80}
artifactory-reference-token  cmvmd  \bcmVmd[A-Za-z0-9]{59}(?![A-Za-z0-9])
circleci-token  ccipat_ cciprj_  cci(?:pat|prj)_[A-Za-z0-9]{20,24}_[0-9a-f]{40,64}
buildkite-token  bkua_ bkct_ bkaj_  \bbk(?:ua|ct|aj)_[A-Za-z0-9]{40,64}
harness-key  pat. sat.  \b[ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}
octopus-key  API-  \b(?<!-)API-[A-Z0-9]{25,26}(?![A-Za-z0-9-])
prefect-key  pnu_ pnb_  \bpn[ub]_[A-Za-z0-9]{36}(?!\w)
sourcegraph-token  sgp_ sgd_  (?i)\bsg[pd]_(?:(?:local|[0-9a-f]{16})_)?[0-9a-f]{40}(?!\w)
sonar-token  squ_ sqp_ sqa_ squid_  (?i)\bsq[upa]_[a-z0-9]{40}(?!\w)
sentry-token  sntrys_ sntryu_  sntry(?:s_eyJ[\w+/=-]{60,600}|u_[0-9a-f]{64})
grafana-token  glc_ glsa_  (?i)\bgl(?:c_[A-Za-z0-9+/]{32,400}={0,3}|sa_[A-Za-z0-9]{32}_[0-9a-f]{8})
grafana-key  eyjrijoi  (?i)\beyJrIjoi[A-Za-z0-9+/_-]{40,400}={0,3}
postman-key  pmak-  (?i)PMAK-[0-9a-f]{24}-[0-9a-f]{34}
launchdarkly-key  sdk- mob- api-  \b(?<!-)(?:sdk|mob|api)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-])
snyk-token  snyk_  \bsnyk_(?:u|s)at\.[0-9a-f]{8}\.[\w-]{40,120}
endorlabs-key  endr+  endr\+[A-Za-z0-9-]{16}
defined-networking-key  dnkey-  (?i)dnkey-[a-z0-9=_-]{26}-[a-z0-9=_-]{52}
wundergraph-key  cosmo_  \bcosmo_[0-9a-f]{32}(?!\w)
linear-key  lin_api_ lin_oauth_ lin_wh_  lin_(?:api|oauth|wh)_[A-Za-z0-9]{32,64}
notion-token  ntn_ secret_  \b(?:ntn_\d{11}[A-Za-z0-9]{35}|secret_[A-Za-z0-9]{43})(?![A-Za-z0-9])
figma-token  figd_ figo_ figor_ figu_  \bfig(?:d|or?|u)_[\w-]{40}(?![\w-])
airtable-token  pat  \bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}
contentful-token  cfpat-  CFPAT-[\w-]{43}
readme-key  rdme_  rdme_[a-z0-9]{70}
adobe-client-secret  p8e-  (?i)\bp8e-[A-Za-z0-9]{32}(?!\w)
authress-key  sc_ ext_ scauth_ authress_  (?i)\b(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[a-z0-9+/_=-]{30,120}
settlemint-token  sm_pat_ sm_aat_ sm_sat_  \bsm_[pas]at_[A-Za-z0-9]{16}
intra42-secret  s-s4t2  s-s4t2(?:ud|af)-[0-9a-f]{64}
maxmind-key  _mmk  _mmk(?!\w)  (?<![A-Za-z0-9])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}$
okta-token  ssws  SSWS\s{1,3}(00[\w-]{40})
salesforce-token  00D  \b00D[A-Za-z0-9]{12,15}![\w.]{60,120}
salesforce-client-id  3MVG  \b3MVG[\w.]{60,100}
meraki-key  x-cisco-meraki-api-key  (?i)x-cisco-meraki-api-key["']?:\s{0,3}["']?([0-9a-f]{40})
`);

export const platform: readonly (Rule | string)[] = [
  ...tokens,
  rule(
    "npm-auth-token",
    "_authtoken|_auth=",
    String.raw`_auth(?:Token)?\s{0,3}=\s{0,3}"?([\w+/.-]{11,2000}={0,2})`,
    { flags: "iy" },
  ),
  // Early keys are short and known only by their prefix.
  rule("artifactory-key", "AKC", String.raw`(?<![\w+/-])AKC[a-zA-Z0-9]{10,80}(?![\w+/=-])`, {
    accept: (secret) => secret.length < 20 || isNotFiller(secret),
  }),
  rule(
    "artifactory-password",
    "AP#|APA|APB|APC|APD|APE|APF",
    String.raw`(?<![\w+/.-])AP(?:\d[a-zA-Z0-9]{8,80}|[A-F](?:[a-z0-9]{9,80}|(?=[a-zA-Z]{0,20}\d)[a-zA-Z0-9]{9,80}))(?![\w+/=.-])`,
    { accept: (secret) => /[a-z]/.test(secret) },
  ),
];
