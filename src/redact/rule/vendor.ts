import { table } from "./rule.js";

// Vendors whose keys have no prefix: name, words before the key, shape of the value.
export const vendors: readonly string[] = table(String.raw`
adafruit-key  adafruit  [\w-]{32}
adobe-client-id  adobe  [0-9a-f]{32}
airtable-key  airtable  [a-z0-9]{17}
algolia-key  algolia  [a-z0-9]{32}
alibaba-secret-key  alibaba aliyun  [a-z0-9]{30}
asana-key  asana  \d{16}|[a-z0-9]{32}
atlassian-key  atlassian confluence jira  [a-z0-9]{20}[0-9a-f]{4}
azure-id  azure  UUID
azure-secret  azure  [\w~.-]{34,40}|[A-Za-z0-9+/]{42,88}={0,2}
baidu-key  baidu  [a-z0-9]{24,32}
beamer-token  beamer  b_[\w=-]{44}
bitbucket-key  bitbucket  [a-z0-9]{32}|[\w=-]{64}
bittrex-key  bittrex  [a-z0-9]{32}
bugsnag-key  bugsnag  [0-9a-f]{32}
cloudant-key  cloudant clou  [0-9a-f]{64}|[a-z]{24}
cloudflare-key  cloudflare  [\w-]{40}|[0-9a-f]{37}
codecov-token  codecov  [a-z0-9]{32}|UUID
cohere-key  cohere co_api_key  [a-z0-9]{40}
coinbase-token  coinbase  [\w-]{64}
confluent-key  confluent  [a-z0-9]{16}|[a-z0-9]{64}
contentful-token  contentful  [\w=-]{43}
datadog-key  datadog dd_api dd_app  [a-z0-9]{40}|[0-9a-f]{32}
deepgram-key  deepgram  [0-9a-f]{40}
discord-key  discord  [0-9a-f]{64}|\d{18}|[\w=-]{32}
droneci-token  droneci drone_  [a-z0-9]{32}
dropbox-key  dropbox  [a-z0-9]{15}|sl\.[\w=-]{135}|[a-z0-9]{11}a{10}[\w=-]{43}
duffel-key  duffel  [\w=-]{43}
etsy-token  etsy  [a-z0-9]{24}
facebook-secret  facebook  [0-9a-f]{32}
fastly-key  fastly  [\w=-]{32}
finicity-key  finicity  [0-9a-f]{32}|[a-z0-9]{20}
finnhub-token  finnhub  [a-z0-9]{20}
flickr-token  flickr  [a-z0-9]{32}
freshbooks-token  freshbooks  [a-z0-9]{64}
freshdesk-key  freshdesk  [a-z0-9]{20}
gitter-token  gitter  [\w-]{40}
gocardless-token  gocardless  live_[\w=-]{40}
heroku-key  heroku  UUID
hubspot-key  hubspot  UUID
intercom-key  intercom  [\w=-]{60}
jfrog-key  jfrog artifactory bintray xray  [a-z0-9]{73}|[a-z0-9]{64}
kraken-token  kraken  [\w/=+-]{80,90}
kucoin-key  kucoin  [0-9a-f]{24}|UUID
launchdarkly-token  launchdarkly  [\w=-]{40}
linear-secret  linear  [0-9a-f]{32}
linkedin-key  linkedin linked_in linked-in  [a-z0-9]{14}|[a-z0-9]{16}
lob-key  lob  (?:live|test)_(?:pub_)?[0-9a-f]{31,35}
looker-key  looker  [a-z0-9]{20}|[a-z0-9]{24}
mailchimp-key  mailchimp  [0-9a-f]{32}-us\d\d?
mailgun-key  mailgun  (?:pub)?key-[0-9a-f]{32}|[0-9a-h]{32}-[0-9a-h]{8}-[0-9a-h]{8}
mapbox-token  mapbox  pk\.[a-z0-9]{60}\.[a-z0-9]{22}
mattermost-token  mattermost  [a-z0-9]{26}
maxmind-key  maxmind geoip  [a-z0-9]{16}|\w{40}
meraki-key  meraki  [0-9a-f]{40}
messagebird-key  messagebird message_bird message-bird  [a-z0-9]{25}|UUID
mixpanel-key  mixpanel  [0-9a-f]{32}
netlify-token  netlify  [\w=-]{40,46}
newrelic-key  new-relic newrelic new_relic  NR[A-Z]{2}-[a-z0-9-]{19,36}|[a-z0-9]{64}
nytimes-token  nytimes new-york-times newyorktimes  [\w=-]{32}
okta-token  okta  00[\w=-]{40}
opsgenie-key  opsgenie  UUID
pagerduty-key  pagerduty pager_duty  [\w+-]{20}|[0-9a-f]{32}
plaid-key  plaid  [a-z0-9]{24}|[a-z0-9]{30}|access-[a-z]{7,11}-UUID
privateai-token  privateai private_ai private-ai  [a-z0-9]{32}
rapidapi-token  rapidapi  [\w-]{50}
rollbar-token  rollbar  [0-9a-f]{32}
sendbird-key  sendbird  UUID|[0-9a-f]{40}
sentry-token  sentry  [0-9a-f]{64}
sidekiq-secret  bundle_enterprise__contribsys__com bundle_gems__contribsys__com  [0-9a-f]{8}:[0-9a-f]{8}
snyk-token  snyk  UUID
softlayer-key  softlayer sl_api sl-api  [a-z0-9]{64}
sonar-token  sonar  (?:sq[upa]_)?[\w=-]{40}
sourcegraph-token  sourcegraph  (?:sgp_\w{0,20})?[0-9a-f]{40}
squarespace-token  squarespace  UUID
sumologic-key  sumo  su[a-z0-9]{12}|[a-z0-9]{64}
telegram-token  telegr  \d{5,16}:A[\w-]{34}
travisci-token  travis  [a-z0-9]{22}
trello-key  trello  [a-z0-9-]{32}|[a-z0-9]{64}
twilio-token  twilio  [0-9a-f]{32}
twitch-token  twitch  [a-z0-9]{30}
twitter-key  twitter  [a-z0-9]{25}|[a-z0-9]{45}|[a-z0-9]{50}|\d{15,25}-[a-z0-9]{20,40}|A{22}[a-z0-9%]{80,100}
typeform-token  typeform  tfp_[\w=.-]{59}
wakatime-key  wakatime  (?:waka_)?UUID
wandb-key  wandb  [0-9a-f]{40}
yandex-key  yandex  t1\.[A-Z0-9_-]{1,300}=*\.[\w-]{80,90}={0,2}|AQVN[\w-]{35,38}|YC[\w-]{38}
zendesk-key  zendesk  [a-z0-9]{40}
`);
