import { type Rule, token, word } from "./rule.js";

// AI vendors, payment, chat, mail and other services.
export const service: readonly Rule[] = [
  token("anthropic-key", "sk-ant-", /sk-ant-(?:[a-z]{2,10}\d{2}-)?[\w-]{60,200}/y),
  token("openai-key", "t3blbkfj", /T3BlbkFJ[\w-]{20,120}/y, /sk-[\w-]{20,120}$/),
  token("openai-key", "sk-proj- sk-svcacct- sk-admin-", /sk-(?:proj|svcacct|admin)-[\w-]{74,200}/y),
  word("sk-key", "sk-", /(?<![_-])sk-(?:[0-9a-f]{32}|[A-Za-z0-9]{48})(?![\w-])/y),
  token("openrouter-key", "sk-or-", /sk-or-(?:v1-)?[0-9a-f]{64}/y),
  token("langfuse-key", "sk-lf-", /sk-lf-[0-9a-f]{8}-[0-9a-f-]{27}/y),
  token("langsmith-key", "lsv2_", /lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}/y),
  word("groq-key", "gsk_", /gsk_[A-Za-z0-9]{48,60}/y),
  word("xai-key", "xai-", /xai-[A-Za-z0-9]{70,90}/y),
  token("perplexity-key", "pplx-", /pplx-[A-Za-z0-9]{48}/y),
  word("huggingface-token", "hf_ api_org_", /(?:hf|api_org)_[A-Za-z]{34}(?![A-Za-z0-9])/y),
  word("huggingface-token", "hf_", /hf_[A-Za-z0-9]{34,40}(?![A-Za-z0-9_])/y),
  word("replicate-token", "r8_", /r8_[A-Za-z0-9]{37}(?!\w)/y),
  word("llamaindex-key", "llx-", /llx-[\w-]{48}/y),
  token("tavily-key", "tvly-", /tvly-(?:dev-|prod-)?[A-Za-z0-9]{32}/y),
  token("nvidia-key", "nvapi-", /nvapi-[\w-]{60,80}/y),
  word("fireworks-key", "fw_", /fw_[A-Za-z0-9]{22,24}(?!\w)/y),
  word("elevenlabs-key", "sk_", /sk_[0-9a-f]{48}(?!\w)/y),
  token("pinecone-key", "pcsk_", /pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{50,70}/y),
  word("firecrawl-key", "fc-", /(?<![-])fc-[0-9a-f]{32}(?!\w)/y),
  word("cursor-key", "crsr_", /crsr_[0-9a-f]{64}/y),
  token("context7-key", "ctx7sk-", /ctx7sk-[0-9a-f-]{36}/y),
  word(
    "stripe-key",
    "sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_",
    /[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,250}/y,
  ),
  word("stripe-webhook-secret", "whsec_", /whsec_[A-Za-z0-9+/]{24,70}={0,2}/y),
  word(
    "square-token",
    "eaaa sq0atp- sq0csp- sq0idp-",
    /(?<![+/_-])(?:EAAA[\w-]{40,80}|sq0(?:atp|csp|idp)-[\w-]{22,60})(?![\w/+=-])/y,
  ),
  token("paypal-token", "access_token$", /access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}/y),
  token("razorpay-key", "rzp_", /rzp_(?:live|test)_[A-Za-z0-9]{14}/y),
  token("paystack-key", "sk_live_ sk_test_", /sk_(?:live|test)_[0-9a-f]{40}/y),
  token("flutterwave-key", "flwpubk flwseck", /FLW(?:PUBK|SECK)(?:_TEST)?-[0-9a-h]{12,32}(?:-X)?/iy),
  token(
    "plaid-token",
    "access-sandbox- access-development- access-production-",
    /access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f-]{27}/y,
  ),
  token("duffel-token", "duffel_", /duffel_(?:test|live)_[\w=-]{43}/y),
  word("easypost-key", "ezak eztk", /(?<![+/])EZ[AT]K[A-Za-z0-9]{54}(?![A-Za-z0-9+/])/y),
  token("shippo-token", "shippo_", /shippo_(?:live|test)_[0-9a-f]{40}/iy),
  token("shopify-token", "shpat_ shpca_ shppa_ shpss_ shptka_", /shp(?:at|ca|pa|ss|tka)_[A-Za-z0-9]{32,64}/y),
  word("lob-key", "live_pub_ test_pub_", /(?:live|test)_pub_[0-9a-f]{31}(?!\w)/y),
  word(
    "slack-token",
    "xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxe. xoxc- xoxd-",
    /xox(?:[bceops]-(?=\d)|[ar]-(?=\d|[A-Za-z0-9]{8})|e\.xox[bp]-|d-(?=[\w%]{40}))[\w%-]{8,400}/y,
  ),
  word("slack-app-token", "xapp-", /xapp-\d-[A-Z0-9]{1,20}-\d{1,20}-[a-z0-9]{1,100}/iy),
  token(
    "slack-webhook",
    "hooks.slack.com/",
    /hooks\.slack\.com\/((?:services|workflows|triggers)\/[\w+/-]{30,120})/iy,
  ),
  token(
    "discord-webhook",
    "discord.com/api/webhooks/ discordapp.com/api/webhooks/",
    /discord(?:app)?\.com\/api\/webhooks(\/\d{15,20}\/[\w-]{40,90})/iy,
  ),
  // The first part is a number in base64.
  word("discord-bot-token", numberHeads(), /[MNO][A-Za-z\d]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])/y),
  token(
    "teams-webhook",
    ".webhook.office.com/",
    /\.webhook\.office\.com\/webhookb2\/([\w@-]{20,100}\/IncomingWebhook\/[\w-]{20,60}\/[\w-]{20,60})/iy,
  ),
  token("telegram-token", digits(":a"), /\d:AA[\w-]{32,34}(?![\w-])/y, /(?<!\d)\d{4,15}$/),
  token("sendgrid-key", "sg.", /SG\.[\w=-]{16,32}\.[\w=-]{30,64}/y),
  word("sendgrid-key", "sg.", /SG\.[\w=.-]{66}(?![\w=-])/iy),
  token("brevo-key", "xkeysib- xsmtpsib-", /x(?:keysib|smtpsib)-[0-9a-f]{64}-[A-Za-z0-9]{16}/y),
  token(
    "mailchimp-key",
    "-us",
    /-us\d{1,2}(?![\w-])/y,
    /(?<![A-Za-z0-9])(?:[0-9a-f]{32}|(?=[A-Za-z]{0,31}\d)[A-Za-z0-9]{32})$/,
  ),
  word("mailgun-key", "key- pubkey-", /(?:pub)?key-[0-9a-f]{32}(?!\w)/y),
  word("mandrill-key", "md-", /md-[\w-]{22}(?![\w-])(?<=\d\w{0,24})/y),
  token(
    "postmark-token",
    "x-postmark-server-token x-postmark-account-token",
    /x-postmark-(?:server|account)-token["']?:\s{0,3}["']?([0-9a-f-]{36})/iy,
  ),
  word("resend-key", "re_", /(?<!_)re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?!\w)/y),
  word("twilio-key", hex("sk"), /SK[0-9a-fA-F]{32}(?![A-Za-z0-9])/y),
  word("twilio-account-sid", hex("ac"), /AC[0-9a-f]{32}(?![A-Za-z0-9])/y),
  word(
    "mapbox-token",
    "pk. sk. tk.",
    /(?<![.])[pst]k\.(?:eyJ[\w-]{40,200}|[a-z0-9]{60})\.[\w-]{22}(?![\w-])/iy,
  ),
  word("typeform-token", "tfp_", /tfp_[\w=.-]{40,64}/y),
  token("frameio-token", "fio-u-", /fio-u-[\w=-]{64}/y),
  word("dropbox-token", "sl.", /(?<![.])sl\.(?:u\.)?[\w-]{130,1200}/y),
  token(
    "dropbox-long-token",
    "aaaaaaaaaa",
    /AAAAAAAAAA[\w=-]{43}(?![\w-])/y,
    /(?<![A-Za-z0-9+/=])[A-Za-z0-9]{11}$/,
  ),
  word("facebook-token", "eaac eaam eaab", /(?<![+/])EAA[MCB][A-Za-z0-9]{80,400}/y),
  token("facebook-app-token", digits("|"), /\d{2}\|[\w-]{27,40}(?![\w-])/y, /(?<![A-Za-z0-9])\d{11,15}$/),
  word("instagram-token", "igqv", /IGQV[\w-]{80,400}/y),
  word("twitter-bearer", "aaaaaaaaaaaaaaaaaaaaaa", /(?<![+/])A{22}[A-Za-z0-9%]{80,100}(?![A-Za-z0-9+/])/y),
  token("hubspot-token", "pat-na1- pat-eu1- pat-na2-", /pat-(?:na|eu)\d-[0-9a-f]{8}-[0-9a-f-]{27}/y),
  word("klaviyo-key", "pk_", /pk_[0-9a-f]{34}(?!\w)/y),
  word("segment-token", "sgp_", /sgp_[A-Za-z0-9]{64}(?!\w)/y),
  word("posthog-key", "phx_", /phx_[A-Za-z0-9]{40,50}/y),
  token("clerk-key", "sk_live_ sk_test_", /sk_(?:live|test)_[A-Za-z0-9]{40,60}/y),
  token(
    "privateai-key",
    "private ai",
    /(?:private[ _-]?ai)[\w -]{0,20}["']?\s{0,3}[:=]\s{0,3}["']?([a-z0-9]{32})(?!\w)/iy,
  ),
  token(
    "ibm-cloud-key",
    "ibm",
    /ibm[\w-]{0,30}(?:key|pwd|password|pass|token)["']?\s{0,3}(?::=|=>|[:=])\s{0,3}["']?([\w-]{44})(?![\w-])/iy,
  ),
  token("nexmo-or-vonage-basic", "x-vonage-signature", /x-vonage-signature:\s{0,3}([0-9a-f]{32,64})/iy),
];

function digits(tail: string): string {
  return [..."0123456789"]
    .flatMap((d) => (tail === "|" ? [..."0123456789"].map((e) => `${e}${d}|`) : [`${d}${tail}`]))
    .join(" ");
}

function hex(head: string): string {
  return [..."0123456789abcdef"].map((digit) => head + digit).join(" ");
}

function numberHeads(): string {
  return ["MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT"]
    .flatMap((head) => [..."AEIMQUYcgk"].map((c) => head + c))
    .join(" ");
}
