import { isNotFiller, type Rule, token, word } from "./rule.js";

// Cloud and infrastructure providers.
export const cloud: readonly Rule[] = [
  {
    name: "aws-access-key-id",
    keyword: ["AKIA", "ASIA", "ABIA", "ACCA", "A3T", "AROA", "AIDA", "AGPA", "AIPA", "ANPA", "ANVA"],
    pattern:
      /(?<![+/])(?:A3T[A-Z0-9]|A(?:KIA|SIA|BIA|CCA|ROA|IDA|GPA|IPA|NPA|NVA))[A-Z0-9]{16}(?![A-Za-z0-9_/+])/y,
    word: true,
    accept: (id) => isNotFiller(id) && /\d/.test(id.slice(3)) && !id.endsWith("EXAMPLE"),
  },
  {
    name: "aws-secret-access-key",
    keyword: ["secret", "aws"],
    pattern:
      /(?:aws[\w.-]{0,20})?(?:secret|aws)[\w. -]{0,20}["'\\\]]{0,3}\s{0,3}(?:=>|:=|[=:,])\s{0,3}[\\"'`]{0,2}([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/iy,
    accept: (key) => /\d/.test(key) && /[A-Z]/.test(key) && /[a-z]/.test(key) && !key.endsWith("EXAMPLEKEY"),
  },
  token(
    "aws-session-token",
    "fwogzxivyxdz iqojb3jpz2lu",
    /(?:FwoGZXIvYXdz|IQoJb3JpZ2lu)[A-Za-z0-9/+]{100,2000}={0,2}/y,
  ),
  token("aws-mws-key", "amzn.mws.", /amzn\.mws\.\w{8}-\w{4}-\w{4}-\w{4}-\w{12}/y),
  token("aws-cognito-secret", "amzn1.oa2-cs.", /amzn1\.oa2-cs\.v1\.[0-9a-f]{64}/y),
  word("aws-bedrock-key", "absk", /ABSK[A-Za-z0-9+/]{100,280}={0,2}/y),
  token("aws-bedrock-key", "bedrock-api-key-", /bedrock-api-key-[A-Za-z0-9+/=]{32,2000}/y, /$/),
  token(
    "aws-signature",
    "x-amz-signature x-amz-security-token",
    /x-amz-(?:signature|security-token)=([\w%./+-]{32,2000})/iy,
  ),
  {
    name: "aws-account-id",
    keyword: ["account"],
    pattern: /account[_-]?id["']?\s{0,3}(?:=>|:=|[=:])\s{0,3}["']?(\d{4}-?\d{4}-?\d{4})(?!\d)/iy,
    before: (text, at) => (/aws[_-]?$/i.test(text.slice(Math.max(0, at - 5), at)) ? at : -1),
  },
  token(
    "azure-client-secret",
    digits((d) => `${d}q~`),
    /\dQ~[\w~.-]{31,34}(?![\w~-])/y,
    /(?<![\w~.-])[\w~.]{3}$/,
  ),
  token(
    "azure-storage-key",
    "accountkey sharedaccesskey",
    /(?:AccountKey|SharedAccessKey)["']?\s{0,2}[=:]\s{0,2}["']?([A-Za-z0-9/+]{32,120}={0,2})/iy,
  ),
  token("azure-sas-signature", "sig=", /(?<=[?&;])sig=([A-Za-z0-9%+/_-]{36,120}={0,2})/iy),
  token("azure-devops-token", "azdo", /AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9])/y, /[A-Za-z0-9]{76}$/),
  token("azure-storage-account-key", "+astx", /(?:\+AStx)[A-Za-z0-9+/]{0,8}={0,2}/y, /[A-Za-z0-9+/]{70,80}$/),
  token("azure-function-key", "azfux", /AzFu[A-Za-z0-9_-]{8}={0,2}/y, /[\w-]{40,44}$/),
  token("azure-container-registry-key", "+acrx", /\+ACR[A-Za-z0-9]{6}/y, /[A-Za-z0-9/+]{42}$/),
  word("google-api-key", "aiza", /(?<![_-])AIza[\w-]{35}(?![\w-])/y),
  token("google-oauth-secret", "gocspx-", /GOCSPX-[\w-]{28}/y),
  word("google-oauth-token", "ya29.", /ya29\.[\w-]{20,1000}/y),
  word("google-refresh-token", "1//0", /(?<![/:])1\/\/0[\w-]{40,200}/y),
  token(
    "google-oauth-client",
    ".apps.googleusercontent.com",
    /\.apps\.googleusercontent\.com/y,
    /\d{8,20}-[a-z0-9]{32}$/,
  ),
  token("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", /do[opr]_v1_[0-9a-f]{64}/y),
  word("digitalocean-spaces-key", "do00", /DO00[A-Z0-9]{16}(?![A-Za-z0-9])/y),
  word("alibaba-access-key-id", "ltai", /LTAI[A-Za-z0-9]{12,26}(?![A-Za-z0-9])/y),
  word("tencent-secret-id", "akid", /AKID[A-Za-z0-9]{32}(?![A-Za-z0-9])/y),
  word("yandex-api-key", "aqvn", /AQVN[\w-]{35,38}(?![\w-])/y),
  word("yandex-iam-token", "t1.", /(?<![.])t1\.[A-Z0-9a-z_-]{3,300}={0,2}\.[\w-]{86}={0,2}/y),
  word("yandex-aws-key", "ycaj yco ycm ycn ycp yca", /(?<![_-])YC[A-Za-z][\w-]{37}(?![\w-])/y),
  word("cloudflare-token", "cfat_ cfut_ cfk_", /cf(?:at|ut|k)_[A-Za-z0-9]{40}[0-9a-f]{8}(?![\w])/y),
  word("cloudflare-origin-ca-key", "v1.0-", /(?<![.])v1\.0-[0-9a-f]{24}-[0-9a-f]{146}/iy),
  token("heroku-key", "hrku-", /HRKU-[\w-]{36,64}/y),
  word(
    "flyio-token",
    "fo1_ fm1a_ fm1r_ fm2_",
    /(?<![_-])(?:fo1_[\w-]{43}|fm1[ar]_[A-Za-z0-9+/]{100,2000}={0,3}|fm2_[A-Za-z0-9+/]{100,2000}={0,3})/y,
  ),
  word(
    "vercel-token",
    "vcp_ vci_ vca_ vcr_ vck_ vercel_blob_rw_",
    /(?:vc[piark]_[A-Za-z0-9]{24,80}|vercel_blob_rw_[A-Za-z0-9]{16}_[A-Za-z0-9]{20,60})/y,
  ),
  word("netlify-token", "nfp_ nfc_ nfo_ nfb_ nfu_", /nf[pcobu]_[A-Za-z0-9_]{36,50}/y),
  word("render-key", "rnd_", /rnd_[A-Za-z0-9]{28,40}(?!\w)/y),
  token("scalingo-token", "tk-us-", /tk-us-[\w-]{48}/y),
  token("tailscale-key", "tskey-", /tskey-(?:[a-z]{2,12}-)?[A-Za-z0-9]{6,30}-[A-Za-z0-9]{10,60}/y),
  word("vault-token", "hvs. hvb. hvr.", /hv[sbr]\.[\w-]{24,400}/y),
  token("terraform-token", ".atlasv1.", /\.atlasv1\.[\w=-]{60,70}/iy, /[a-z0-9]{14}$/i),
  word("pulumi-token", "pul-", /pul-[0-9a-f]{40}(?!\w)/y),
  word("openshift-token", "sha256~", /sha256~[\w-]{43}(?![\w-])/y),
  token("docker-token", "dckr_", /dckr_(?:pat|oat)_[\w-]{27,40}/y),
  token("docker-swarm-token", "swmtkn-1-", /SWMTKN-1-[a-z0-9]{40,60}-[a-z0-9]{20,30}/y),
  token("docker-swarm-key", "swmkey-1-", /SWMKEY-1-[A-Za-z0-9+/]{40,50}/y),
  word(
    "doppler-token",
    "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.",
    /dp\.(?:pt|ct|sa|scim|audit|st)\.(?:[\w-]{2,35}\.)?[A-Za-z0-9]{40,44}/y,
  ),
  word("infracost-key", "ico-", /ico-[A-Za-z0-9]{32}(?!\w)/y),
  word("clickhouse-key", "4b1d", /4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])/y),
  token("planetscale-token", "pscale_", /pscale_(?:tkn|oauth|pw)_[\w=.-]{32,64}/iy),
  word("supabase-key", "sbp_ sb_secret_", /(?:sbp_(?:v0_)?[0-9a-f]{40}|sb_secret_[\w-]{20,60})/y),
  word("neon-key", "napi_", /napi_[a-z0-9]{40,80}/y),
  word("databricks-token", "dapi", /dapi[0-9a-f]{32}(?:-\d)?(?![A-Za-z0-9])/y),
  token("fastly-token", "fastly-key", /fastly-key["']?:\s{0,3}["']?([\w-]{32})(?![\w-])/iy),
  token("1password-token", "ops_eyj", /ops_eyJ[A-Za-z0-9+/_-]{200,4000}={0,3}/y),
  word(
    "1password-secret-key",
    "a3-",
    /(?<![_-])A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}(?![\w-])/y,
  ),
  token(
    "dynatrace-token",
    "dt0c01. dt0s01. dt0s16. dt0s02.",
    /dt0[a-z]\d{2}\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}/iy,
  ),
  word(
    "newrelic-key",
    "nrak- nrii- nrjs- nrra- nrbr- nrsp-",
    /NR(?:AK|II|JS|RA|BR|SP)-[A-Za-z0-9-]{19,42}/iy,
  ),
  token(
    "datadog-key",
    "dd-api-key dd-application-key",
    /dd-(?:api|application)-key["']?:\s{0,3}["']?([0-9a-f]{32,40})/iy,
  ),
];

function digits(keyword: (digit: string) => string): string {
  return [..."0123456789"].map(keyword).join(" ");
}
