import { table } from "./rule.js";

// Software as a service: AI, payment, chat, mail and more.
export const saas: readonly string[] = table(String.raw`
anthropic-key  sk-ant-  sk-ant-(?:[a-z]{2,10}\d{2}-)?[\w-]{60,200}
openai-key  t3blbkfj  T3BlbkFJ[\w-]{20,120}  sk-[\w-]{20,120}$
openai-key  sk-proj- sk-svcacct- sk-admin-  sk-(?:proj|svcacct|admin)-[\w-]{32,200}
sk-key  sk-  \b(?<![_-])sk-(?:[0-9a-f]{32}|[A-Za-z0-9]{48})(?![\w-])
openrouter-key  sk-or-  sk-or-(?:v1-)?[0-9a-f]{64}
langfuse-key  sk-lf-  sk-lf-[0-9a-f]{8}-[0-9a-f-]{27}
langsmith-key  lsv2_  lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}
groq-key  gsk_  \bgsk_[A-Za-z0-9]{48,60}
xai-key  xai-  \bxai-[A-Za-z0-9]{70,90}
perplexity-key  pplx-  pplx-[A-Za-z0-9]{48}
huggingface-token  hf_ api_org_  \b(?:hf|api_org)_[A-Za-z]{34}(?![A-Za-z0-9])
huggingface-token  hf_  \bhf_[A-Za-z0-9]{34,40}(?![A-Za-z0-9_])
replicate-token  r8_  \br8_[A-Za-z0-9]{37}(?!\w)
llamaindex-key  llx-  \bllx-[\w-]{48}
tavily-key  tvly-  tvly-(?:dev-|prod-)?[A-Za-z0-9]{32}
nvidia-key  nvapi-  nvapi-[\w-]{60,80}
fireworks-key  fw_  \bfw_[A-Za-z0-9]{22,24}(?!\w)
elevenlabs-key  sk_  \bsk_[0-9a-f]{48}(?!\w)
pinecone-key  pcsk_  pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{50,70}
firecrawl-key  fc-  \b(?<!-)fc-[0-9a-f]{32}(?!\w)
cursor-key  crsr_  \bcrsr_[0-9a-f]{64}
context7-key  ctx7sk-  ctx7sk-[0-9a-f-]{36}
stripe-key  sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_  \b[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,250}
stripe-webhook-secret  whsec_  \bwhsec_[A-Za-z0-9+/]{24,70}={0,2}
square-token  EAAA sq0atp- sq0csp- sq0idp-  \b(?<![+/_-])(?:EAAA[\w-]{22,80}|sq0(?:atp|csp|idp)-[\w-]{22,60})(?![\w/+=-])
paypal-token  access_token$  access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}
razorpay-key  rzp_  rzp_(?:live|test)_[A-Za-z0-9]{14}
flutterwave-key  flwpubk flwseck  (?i)FLW(?:PUBK|SECK)(?:_TEST)?-[0-9a-h]{12,32}(?:-X)?
plaid-token  access-sandbox- access-development- access-production-  access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f-]{27}
duffel-token  duffel_  duffel_(?:test|live)_[\w=-]{43}
easypost-key  EZAK EZTK  \b(?<![+/])EZ[AT]K[A-Za-z0-9]{54}(?![A-Za-z0-9+/])
shippo-token  shippo_  (?i)shippo_(?:live|test)_[0-9a-f]{40}
shopify-token  shpat_ shpca_ shppa_ shpss_ shptka_  shp(?:at|ca|pa|ss|tka)_[A-Za-z0-9]{32,64}
lob-key  live_pub_ test_pub_  \b(?:live|test)_pub_[0-9a-f]{31}(?!\w)
slack-token  xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe xoxc- xoxd-  \bxox(?:[bceops]-(?=\d[\w%-]{15}|\d+-\d+-\d+-)|[ar]-(?=\d|[A-Za-z0-9]{8})|e.xox[bp]-|d-(?=[\w%]{40}))[\w%-]{8,400}
slack-app-token  xapp-  (?i)\bxapp-\d-[A-Z0-9]{1,20}-\d{1,20}-[a-z0-9]{1,100}
slack-webhook  hooks.slack.com/  (?i)hooks\.slack\.com/((?:services|workflows|triggers)/[\w+/-]{30,120})
discord-webhook  discord.com/api/webhooks/ discordapp.com/api/webhooks/  (?i)discord(?:app)?\.com/api/webhooks(/\d{15,20}/[\w-]{40,90})
discord-bot-token  MT[AEIMQUYcgk] Mj[AEIMQUYcgk] Mz[AEIMQUYcgk] ND[AEIMQUYcgk] NT[AEIMQUYcgk] Nj[AEIMQUYcgk] Nz[AEIMQUYcgk] OD[AEIMQUYcgk] OT[AEIMQUYcgk]  \b[MNO][A-Za-z\d]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])
teams-webhook  .webhook.office.com/  (?i)\.webhook\.office\.com/webhookb2/([\w@-]{20,100}/IncomingWebhook/[\w-]{20,60}/[\w-]{20,60})
webhook  hooks.zapier.com/ hook.us#.make.com/ hook.eu#.make.com/ outlook.office.com/webhook/ open.feishu.cn/ open.larksuite.com/ hooks.chime.aws/  (?i)(?:hooks\.zapier\.com/hooks/catch|hook\.(?:us|eu)\d\.make\.com|outlook\.office\.com/webhook|open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook|hooks\.chime\.aws/incomingwebhooks)/([\w@/?=-]{12,300})
webhook  oapi.dingtalk.com/ qyapi.weixin.qq.com/ maker.ifttt.com/  (?i)(?:oapi\.dingtalk\.com/robot/send\?access_token=|qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=|maker\.ifttt\.com/trigger/[\w-]{1,80}/(?:json/)?with/key/)([\w-]{20,100})
telegram-token  #:AA  \d:AA[\w-]{32,34}(?![\w-])  (?<!\d)\d{4,15}$
sendgrid-key  sg.  SG\.[\w=-]{16,32}\.[\w=-]{30,64}
sendgrid-key  sg.  (?i)\bSG\.[\w=.-]{66}(?![\w=-])
brevo-key  xkeysib- xsmtpsib-  x(?:keysib|smtpsib)-[0-9a-f]{64}-[A-Za-z0-9]{16}
mailchimp-key  -us  -us\d{1,2}(?![\w-])  (?<![A-Za-z0-9])(?:[0-9a-f]{32}|(?=[A-Za-z]{0,31}\d)[A-Za-z0-9]{32})$
mailgun-key  key- pubkey-  \b(?:pub)?key-[0-9a-f]{32}(?!\w)
postmark-token  x-postmark-server-token x-postmark-account-token  (?i)x-postmark-(?:server|account)-token["']?:\s{0,3}["']?([0-9a-f-]{36})
resend-key  re_  \b(?<!_)re_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?!\w)
twilio-key  SK# SKa SKb SKc SKd SKe SKf  \bSK[0-9a-fA-F]{32}(?![A-Za-z0-9])
twilio-account-sid  AC# ACa ACb ACc ACd ACe ACf  \bAC[0-9a-f]{32}(?![A-Za-z0-9])
mapbox-token  pk. sk. tk.  (?i)\b(?<!\.)[pst]k\.(?:eyJ[\w-]{40,200}|[a-z0-9]{60})\.[\w-]{22}(?![\w-])
typeform-token  tfp_  \btfp_[\w=.-]{40,64}
frameio-token  fio-u-  fio-u-[\w=-]{64}
dropbox-token  sl.  \b(?<!\.)sl\.(?:u\.)?[\w-]{130,1200}
dropbox-long-token  AAAAAAAAAA  AAAAAAAAAA[\w=-]{43}(?![\w-])  (?<![A-Za-z0-9+/=])[A-Za-z0-9]{11}$
jina-key  jina_  \bjina_[0-9a-f]{32}[\w-]{24,40}
apify-token  apify_api_  apify_api_[A-Za-z0-9]{32,44}
e2b-key  e2b_  \be2b_[0-9a-f]{40}(?!\w)
cerebras-key  csk-  \bcsk-[a-z0-9]{40,60}(?![\w-])
browserbase-key  bb_live_  \bbb_live_[\w-]{20,44}
django-secret-key  django-insecure-  django-insecure-[^\s'"]{30,80}
laravel-key  =base64:  (?<=APP_KEY)=base64:([A-Za-z0-9+/]{43}=)
infura-key  nfura.io/v3/  (?i)nfura\.io/v3/([0-9a-f]{32})(?!\w)
alchemy-key  alchemy.com/v2/ alchemyapi.io/v2/  (?i)alchemy(?:api\.io|\.com)/v2/([\w-]{32})(?![\w-])
fcm-key  :APA91b  :APA91b[\w-]{120,180}  (?<![\w-])AAAA[\w-]{7}$
asana-token  1/#### 2/####  \b[12]/\d{15,18}(?:/\d{15,18})?:[0-9a-f]{32}(?!\w)
facebook-token  EAA  \b(?<![+/])EAA[A-Z][A-Za-z0-9]{80,400}
facebook-app-token  ##|  \d{2}\|[\w-]{27,40}(?![\w-])  (?<![A-Za-z0-9])\d{11,15}$
instagram-token  IGQV  \bIGQV[\w-]{80,400}
twitter-bearer  AAAAAAAAAAAAAAAAAAAAAA  \b(?<![+/])A{22}[A-Za-z0-9%]{80,100}(?![A-Za-z0-9+/])
hubspot-token  pat-na#- pat-eu#-  pat-(?:na|eu)\d-[0-9a-f]{8}-[0-9a-f-]{27}
klaviyo-key  pk_  \bpk_[0-9a-f]{34}(?!\w)
segment-token  sgp_  \bsgp_[A-Za-z0-9]{64}(?!\w)
posthog-key  phx_  \bphx_[A-Za-z0-9]{40,50}
ibm-cloud-key  ibm  (?i)ibm[\w-]{0,30}(?:key|pwd|password|pass|token)["']?\s{0,3}(?::=|=>|[:=])\s{0,3}["']?([\w-]{44})(?![\w-])
`);
