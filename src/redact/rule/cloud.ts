import { isNotFiller, type Rule, rule, table } from "./rule.js";

// Cloud and infrastructure providers.
const tokens = table(String.raw`
aws-session-token  fwogzxivyxdz iqojb3jpz2lu  (?:FwoGZXIvYXdz|IQoJb3JpZ2lu)[A-Za-z0-9/+]{100,2000}={0,2}
aws-mws-key  amzn.mws.  amzn\.mws\.\w{8}-\w{4}-\w{4}-\w{4}-\w{12}
aws-cognito-secret  amzn1.oa2-cs.  amzn1\.oa2-cs\.v1\.[0-9a-f]{64}
aws-bedrock-key  absk  \bABSK[A-Za-z0-9+/]{100,280}={0,2}
aws-bedrock-key  bedrock-api-key-  bedrock-api-key-(?:YmVkcm9jay5hbWF6b25hd3MuY29t|[A-Za-z0-9+/=]{32})[A-Za-z0-9+/=]{0,2000}
aws-signature  x-amz-signature x-amz-security-token  (?i)x-amz-(?:signature|security-token)=([\w%./+-]{32,2000})
azure-client-secret  #Q~  \dQ~[\w~.-]{31,34}(?![\w~-])  (?<![\w~.-])[\w~.]{3}$
azure-storage-key  accountkey sharedaccesskey  (?i)(?:AccountKey|SharedAccessKey)["']?\s{0,2}[=:]\s{0,2}["']?([A-Za-z0-9/+]{32,120}={0,2})
azure-sas-signature  sig=  (?i)(?<=[?&;])sig=([A-Za-z0-9%+/_-]{36,120}={0,2})
azure-devops-token  AZDO  AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])  [A-Za-z0-9]{76}$
azure-storage-account-key  +ASt  \+ASt[A-Za-z0-9]{6}={0,2}  [A-Za-z0-9+/]{76}$
azure-function-key  AzFu  AzFu[\w-]{5}[AQgw]={0,2}  [\w-]{44}$
azure-container-registry-key  +ACR  \+ACR[A-D][A-Za-z0-9]{5}  [A-Za-z0-9/+]{42}$
google-api-key  AIza  \b(?<![_-])AIza[\w-]{35}(?![\w-])
google-oauth-secret  gocspx-  GOCSPX-[\w-]{28}
google-oauth-token  ya29.  \bya29\.[\w-]{20,1000}
google-refresh-token  1//0  \b(?<![/:])1//0[\w-]{40,200}
google-oauth-client  .apps.googleusercontent.com  \.apps\.googleusercontent\.com  \d{8,20}-[a-z0-9]{32}$
digitalocean-token  dop_v1_ doo_v1_ dor_v1_  do[opr]_v1_[0-9a-f]{64}
digitalocean-spaces-key  DO00  \bDO00[A-Z0-9]{16}(?![A-Za-z0-9])
alibaba-access-key-id  LTAI  \bLTAI[A-Za-z0-9]{12,26}(?![A-Za-z0-9])
tencent-secret-id  AKID  \bAKID[A-Za-z0-9]{32}(?![A-Za-z0-9])
yandex-api-key  AQVN  \bAQVN[\w-]{35,38}(?![\w-])
yandex-iam-token  t1.  \b(?<!\.)t1\.[A-Z0-9a-z_-]{3,300}={0,2}\.[\w-]{86}={0,2}
yandex-aws-key  YCA YCB YCM YCN YCO YCP  \b(?<![_-])YC[A-Za-z][\w-]{37}(?![\w-])
cloudflare-token  cfat_ cfut_ cfk_  \bcf(?:at|ut|k)_[A-Za-z0-9]{40}[0-9a-f]{8}(?!\w)
cloudflare-origin-ca-key  v1.0-  (?i)\b(?<!\.)v1\.0-[0-9a-f]{24}-[0-9a-f]{146}
heroku-key  hrku-  HRKU-[\w-]{36,64}
flyio-token  fo1_ fm1a_ fm1r_ fm2_  \b(?<![_-])(?:fo1_[\w-]{43}|fm1[ar]_[A-Za-z0-9+/]{100,2000}={0,3}|fm2_[A-Za-z0-9+/]{100,2000}={0,3})
vercel-token  vcp_ vci_ vca_ vcr_ vck_ vercel_blob_rw_  \b(?:vc[piark]_[A-Za-z0-9]{24,80}|vercel_blob_rw_[A-Za-z0-9]{16}_[A-Za-z0-9]{20,60})
netlify-token  nfp_ nfc_ nfo_ nfb_ nfu_  \bnf[pcobu]_[A-Za-z0-9_]{36,50}
render-key  rnd_  \brnd_[A-Za-z0-9]{28,40}(?!\w)
scalingo-token  tk-us-  tk-us-[\w-]{48}
tailscale-key  tskey-  tskey-(?:[a-z]{2,12}-)?[A-Za-z0-9]{6,30}-[A-Za-z0-9]{10,60}
vault-token  hvs. hvb. hvr.  \bhv[sbr]\.[\w-]{24,400}
vault-legacy-token  "s. 's. =s. :s.  ["'=:](s\.(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24})(?!\w)
terraform-token  .atlasv1.  (?i)\.atlasv1\.[\w=-]{60,70}  [a-z0-9]{14}$
pulumi-token  pul-  \bpul-[0-9a-f]{40}(?!\w)
openshift-token  sha256~  \bsha256~[\w-]{43}(?![\w-])
docker-token  dckr_  dckr_(?:pat|oat)_[\w-]{27,40}
docker-swarm-token  swmtkn-1-  SWMTKN-1-[a-z0-9]{40,60}-[a-z0-9]{20,30}
docker-swarm-key  swmkey-1-  SWMKEY-1-[A-Za-z0-9+/]{40,50}
doppler-token  dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.  \bdp\.(?:pt|ct|sa|scim|audit|st)\.(?:[\w-]{2,35}\.)?[A-Za-z0-9]{40,44}
infracost-key  ico-  \bico-[A-Za-z0-9]{32}(?!\w)
clickhouse-key  4b1d  \b4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])
planetscale-token  pscale_  (?i)pscale_(?:tkn|oauth|pw)_[\w=.-]{32,64}
supabase-key  sbp_ sb_secret_  \b(?:sbp_(?:v0_)?[0-9a-f]{40}|sb_secret_[\w-]{20,60})
neon-key  napi_  \bnapi_[a-z0-9]{40,80}
databricks-token  dapi  \bdapi[0-9a-f]{32}(?:-\d)?(?![A-Za-z0-9])
fastly-token  fastly-key  (?i)fastly-key["']?:\s{0,3}["']?([\w-]{32})(?![\w-])
1password-token  ops_eyj  ops_eyJ[A-Za-z0-9+/_-]{200,4000}={0,3}
1password-secret-key  A3-  \b(?<![_-])A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}(?![\w-])
dynatrace-token  dt0c01. dt0s01. dt0s16. dt0s02.  (?i)dt0[a-z]\d{2}\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}
newrelic-key  nrak- nrii- nrjs- nrra- nrbr- nrsp-  (?i)\bNR(?:AK|II|JS|RA|BR|SP)-[A-Za-z0-9-]{19,42}
datadog-key  dd-api-key dd-application-key  (?i)dd-(?:api|application)-key["']?:\s{0,3}["']?([0-9a-f]{32,40})
`);

export const cloud: readonly (Rule | string)[] = [
  ...tokens,
  rule(
    "aws-access-key-id",
    "AKIA|ASIA|ABIA|ACCA|A3T|AROA|AIDA|AGPA|AIPA|ANPA|ANVA",
    "(?<![+/])A(?:3T[A-Z0-9]|[A-Z]{3})[A-Z0-9]{16}(?![A-Za-z0-9_/+])",
    {
      word: true,
      accept: (id) =>
        isNotFiller(id) && (/\d/.test(id) || /^A(?:KIA|SIA|BIA|CCA)/.test(id)) && !id.endsWith("EXAMPLE"),
    },
  ),
  rule(
    "aws-secret-access-key",
    "secret|aws",
    String.raw`(?:aws[\w.-]{0,20})?(?:secret|aws)[\w. -]{0,20}["'\\\]]{0,3}\s{0,3}(?:=>|:=|[=:,])\s{0,3}[\\"'\x60]{0,2}([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
    {
      accept: (key) =>
        /\d/.test(key) && /[A-Z]/.test(key) && /[a-z]/.test(key) && !key.endsWith("EXAMPLEKEY"),
      flags: "iy",
    },
  ),
  rule(
    "aws-account-id",
    "account",
    String.raw`account[_-]?id["']?\s{0,3}(?:=>|:=|[=:])\s{0,3}["']?(\d{4}-?\d{4}-?\d{4})(?!\d)`,
    { left: /aws[_-]?$/i, flags: "iy" },
  ),
];
