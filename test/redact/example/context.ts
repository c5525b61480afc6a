import { type Example, examples, fill } from "./example.js";

// What only the surroundings give away, in the syntaxes it is written in.
export const contexts: readonly Example[] = examples(String.raw`
private-key  ⟦-----BEGIN PRIVATE KEY-----\n{A64}\n{A40}\n-----END PRIVATE KEY-----⟧  -----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----
forgotten  tidemark forget --pattern '⟦Acme Corp⟧' --yes  grep --pattern 'Acme Corp' --yes
forgotten  npx tidemark forget --all --pattern=⟦acme-12⟧  npx tidemark forget --all --pattern -
password  password=⟦hunt{d2}er{d2}⟧  password=input()
password  DB_PASSWORD=⟦Zq8!mLw2⟧  DB_PASSWORD=$DB_PASS
password  export PGPASSWORD='⟦Zq8!mLw2⟧'  export PGPASSWORD="$(cat /run/pw)"
password  password: ⟦Zq8mLw2p⟧  password: string
password  "password": "⟦Zq8!mLw2⟧",  "password": "Enter your password",
password  \"password\": \"⟦Zq8mLw2p⟧\",  \"password\": \"\",
password  const dbPassword = '⟦zq8mlw2p⟧';  const dbPassword = process.env.DB_PASSWORD;
password  val password: String = "⟦zq8mlw2p⟧"  val password: String = config.password
password  if (password !== "⟦zq8mlw2p⟧") {  if (password !== confirmation2) {
password  'password' => '⟦zq8mlw2p⟧',  'password' => $password,
password  define('DB_PASSWORD', '⟦zq8mlw2p⟧');  define('DB_PASSWORD', getenv('X'));
password  #define PASSWORD "⟦zq8mlw2p⟧"  #define PASSWORD MAX_LENGTH
password  <password>⟦Zq8!mLw2⟧</password>  <password>{{ password }}</password>
password  Server=db;User Id=sa;Password=⟦copperhorse⟧;  Server=db;User Id=sa;Password={0};
password  os.environ.get("PASSWORD") or "⟦zq8mlw2p⟧"  os.environ.get("PASSWORD") or ""
password  id: admin / pw: ⟦Zq8mLw2p⟧  id: admin / pw: ask2me
password  MYSQL_ROOT_PASSWORD=⟦copperhorse⟧  MYSQL_ROOT_PASSWORD=changeme
secret  client_secret: "⟦{A32}⟧"  client_secret: "<your-client-secret>"
secret  APP_SECRET=⟦{h40}⟧  APP_SECRET=test-secret-do-not-use
secret  JWT_SECRET=⟦copperhorsebattery⟧  JWT_SECRET=e2e-test-jwt-secret-for-ci
api-key  api_key = "⟦{A24}⟧"  api_key = "YOUR_API_KEY"
api-key  x-api-key: ⟦{A32}⟧  x-api-key: {$}{API_KEY}
api-key  apiKey: '⟦{a32}⟧',  apiKey: settings.apiKey,
key  ?q=1&key=⟦{A32}⟧&v=2  {"key": "settings.appearance.theme2"}
token  "token": "⟦{A24}⟧"  "max_output_tokens": 12000
token  token: ⟦s.{A24}⟧  token: auth.currentSessionTokenValue
token  token=⟦{A24}⟧  nextToken = await readToken2(stream)
auth  "nonce": "⟦{A24}⟧"  "author": "jane.doe2@corp.test"
cli-secret  deploy --token ⟦{A24}⟧ --now  deploy --token $TOKEN --now
cli-secret  login --password ⟦hunter22⟧  login --password-stdin
cli-secret  sshpass -p ⟦Zq8mLw2p⟧ ssh host  sshpass -p "$PW" ssh host
cli-secret  mysql -u root -p⟦Zq8mLw2p⟧ db  mysql -u root -p db
named-secret  <add key="ClearTextPassword" value="⟦plum 8 tart⟧" />  <add key="ClearTextPassword" value="%NUGET_PASSWORD%" />
sql-password  CREATE USER joe IDENTIFIED BY '⟦Zq8mLw2p⟧';  the row is identified by title in the list
sql-password  ALTER ROLE joe WITH LOGIN PASSWORD ⟦Zq8mLw2p⟧;  log in with password and confirm
authorization-header  Authorization: Token ⟦{A32}⟧  Authorization: Token <token>
authorization-header  "Authorization": "⟦{A32}⟧"  "Authorization": "required"
bearer-token  use bearer ⟦{A32}⟧  use bearer authentication
basic-credentials  proxy: Basic ⟦{A26}==⟧  basic understanding of this
cookie  Cookie: ⟦sid={A32}; theme=dark⟧  Set a cookie: it expires
curl-header  curl -H "X-Session-Auth: ⟦{A12}⟧" host  curl -H "X-Session-Auth: $AUTH" host
curl-user  curl -u ⟦joe:Zq8mLw2p⟧ host  curl -u "$USER:$PASS" host
curl-user  wget --user ⟦joe:Zq8mLw2p⟧ host  docker run -u 1000:1000 image
url-password  postgres://joe:⟦Zq8mLw2p⟧@db:5432/app  postgres://joe:{$}{PGPASSWORD}@db:5432/app
url-password  https://joe:⟦pa@ss⟧@host/x  http://localhost:3000/@scope
url-token  https://⟦{A24}⟧@git.test/x.git  ssh://git@git.test/x.git
npm-auth-token  //registry.test/:_authToken=⟦{h36}⟧  //registry.test/:_authToken={$}{NPM_TOKEN}
artifactory-key  AKC{A20}  makeAKCwithin
artifactory-password  AP6{A20}  APIReference
aws-access-key-id  AKIA{U16}  AKIAIOSFODNN7EXAMPLE
aws-secret-access-key  aws_secret_access_key = ⟦{A40}⟧  aws_secret_access_key = var.secret
aws-account-id  AWS_ACCOUNT_ID=⟦{d12}⟧  account_id=867530924680
azure-id  AZURE_CLIENT_ID=⟦{h8}-{h4}-{h4}-{h4}-{h12}⟧  CLIENT_ID={h8}
kubernetes-secret  data: value: ⟦{A20}⟧ kind: Secret  data: value: {A20} kind: ConfigMap
kubernetes-secret  stringData: ⟦conn: Zq8mLw2p⟧  stringData: conn: {{ .Values.conn }}
password  mdp: ⟦Zq8mLw2p⟧  mdp: string
password  const PASSWORD: &str = "⟦zq8mlw2p⟧";  const PASSWORD: &str = "";
password  let password = String::from("⟦zq8mlw2p⟧");  let password = String::from(input);
password  const char password[16] = "⟦zq8mlw2p⟧";  const char password[16] = "";
password  process.env.DB_PASSWORD ?? "⟦zq8mlw2p⟧"  process.env.DB_PASSWORD ?? ""
password  NSString *password = @"⟦zq8mlw2p⟧";  NSString *password = @"";
password  "password": "⟦SommerRegen77⟧"  "password": "SommerRegenText"
password  "password": "⟦QvLwnKdrTbXzPmHs⟧"  "password": "confirmNewValueAgain"
password  password: ⟦QvLwnKdrTbXzPmHs⟧  password: FormFieldWithLabel
password  "password": "⟦x9Kd8(3hsLq0PzW⟧"  "password": "lookup(vault8)"
password  DB_PASSWORD=⟦Tr0ub4dor&3⟧  DB_PASSWORD=one;two
password  POSTGRES_PASSWORD={$}{POSTGRES_PASSWORD:-⟦Zq8mLw2p⟧}  POSTGRES_PASSWORD={$}{POSTGRES_PASSWORD:-changeme}
secret  public string ApiSecret { get; set; } = "⟦{A24}⟧";  public string ApiSecret { get; set; } = "";
secret  arn:aws:secretsmanager: CLIENT_SECRET=⟦{A24}⟧  arn:aws:secretsmanager:eu-west-1:123412341234:secret:db-AbCdEf
token  RAILWAY_TOKEN=⟦3f2504e0-4f89-41d3-9a0c-0305e82c3301⟧  "token": "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
api-key  EXA_API_KEY=⟦3f2504e0-4f89-41d3-9a0c-0305e82c3301⟧  cache_key: 3f2504e0-4f89-41d3-9a0c-0305e82c3301
token  var apiToken string = "⟦{A24}⟧"  var apiToken string = ""
token  $api_token .= "⟦{A24}⟧";  $api_token .= "";
token  "token": "⟦k3v9qx2m7tz4b8rn1wd5⟧"  "token": "continuationtokenpage2"
spaced-secret  setenv API_TOKEN ⟦{A24}⟧  setenv API_TOKEN $token
secret  'secret_key' => '⟦sk_4A"cwM!,V2JH/(|XJtq4&7$[qsFY0⟧',  'secret_key' => 'sk_test'
called-secret  jwt.sign(payload, '⟦Zq8mLw2p⟧', options)  jwt.sign(payload, SECRET, options)
called-secret  createHmac('sha256', '⟦Zq8mLw2p⟧')  createHmac('sha256', 'secret')
named-secret  <input type="password" name="pw" value="⟦Zq8mLw2p⟧">  <input type="password" name="pw" value="">
named-secret  define('AUTH_KEY', '⟦b9|kN x2-Qw}7 yT!4vLp 0zRe^8sHd ~u⟧');  define('AUTH_KEY', 'put your unique phrase here, long enough');
url-password  DSN=app:⟦Zq8mLw2p⟧@tcp(db:3306)/shop  dial app@tcp(db:3306)
cli-secret  sqlcmd -S db -U sa -P ⟦Zq8mLw2p⟧  sqlcmd -S db -E
cli-secret  http -a joe:⟦Zq8mLw2p⟧ host  http -a joe host
cli-secret  rabbitmqctl add_user joe ⟦Zq8mLw2p⟧  rabbitmqctl add_user joe $PW
cli-secret  ngrok config add-authtoken ⟦{A32}⟧  ngrok config add-authtoken $T
spoken-password  The password for the staging server is ⟦Zq8mLw2p⟧.  The password for the staging server is rotated.
named-secret  {"name":"DB_PASSWORD","value":"⟦Zq8mLw2p⟧"}  {"name":"DB_PASSWORD","value":"string"}
named-secret  <add key="DbPassword" value="⟦Zq8mLw2p⟧" />  <input name="password" value="{{ password }}" />
named-secret  <key>password</key><string>⟦Zq8mLw2p⟧</string>  <key>password</key><string>none</string>
named-secret  variable "db_password" { default = "⟦Zq8mLw2p⟧" }  variable "db_password" { default = "" }
named-secret  ds.setPassword("⟦Zq8mLw2p⟧");  ds.setPassword("password");
named-secret  props.setProperty("db.password", "⟦Zq8mLw2p⟧");  ["password", "username2"]
named-secret  <password encrypted="no">⟦Zq8mLw2p⟧</password>  <password encrypted="no">{0}</password>
called-secret  requests.get(url, auth=("joe", "⟦Zq8mLw2p⟧"))  requests.get(url, auth=("joe", password))
secure-string  ConvertTo-SecureString "⟦Zq8mLw2p⟧" -AsPlainText  ConvertTo-SecureString "$pw" -AsPlainText
spaced-secret  set -gx API_TOKEN ⟦{A24}⟧  set -gx API_TOKEN $token
spaced-secret  ENV DB_PASSWORD ⟦Zq8mLw2p⟧  ENV NODE_KEY_PATH /etc/key2
netrc-password  machine host login joe password ⟦Zq8mLw2p⟧  login failed: password expired
spoken-password  le mot de passe est ⟦Zq8mLw2p⟧ ici  le mot de passe est requis
spoken-password  The password is ⟦Zq8mLw2p⟧.  The password is SHA256-hashed.
piped-secret  echo ⟦Zq8mLw2p⟧ | sudo -S apt update  echo Done2go | sudo tee file
piped-secret  gh auth login --with-token <<< ⟦{A32}⟧  gh auth login --with-token <<< "$TOKEN"
secret-piece  const password = "[redacted:password]" + "⟦T5vXk3Rn⟧"  const url = "[redacted:url-token]" + "/path"
cli-secret  redis-cli -a ⟦Zq8mLw2p⟧ ping  redis-cli -h host ping
cli-secret  docker login -u joe -p ⟦Zq8mLw2p⟧ registry.test  docker login -u joe -p $PW registry.test
mnemonic  mnemonic: "⟦ripple scissors kick mammal hire column oak again sun offer wealth tomorrow⟧"  mnemonic: "an easy way to keep a list in mind"
card-number  card number: ⟦4111 1111 1111 1111⟧  card number: 4111 1111 1111 1112
kubernetes-secret  kind: Secret data: value: ⟦{A20}⟧  kind: ConfigMap data: value: Fak3Tok9Ken7
`);

// Ordinary text of a coding session that a careless rule would tear up.
export const untouched: readonly string[] = [
  "src/redact/rule/assignment.ts:12:3",
  "commit 9f2c4e6a8b0d1f3e5a7c9b1d3f5e7a9c0b2d4f68",
  "index 4b825dc..d670460 100644",
  "id: 3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  fill('"integrity": "sha512-{A86}=="'),
  "resolved https://packages.example/fast-check/-/fast-check-4.10.2.tgz",
  "packageManager: pnpm@10.4.1+sha512.0a31fc7ee2cca8f25aacafb0fae1c5d2",
  "api_key: <your-key>",
  "API_KEY=xxxxxxxxxxxxxxxxxxxxxxxx",
  "token: $TOKEN",
  fill("token: {$}{TOKEN}"),
  "const secret = process.env.SECRET_2;",
  "password: z.string().min(8),",
  "function login(username: string, password: string): Promise<Session2> {",
  "folderKey: Uint8Array,",
  '"minipass": "^7.0.4"',
  "private_key = ed25519.Ed25519PrivateKey.from_bytes(data)",
  "if len(key) != _POLY1305_KEY_SIZE:",
  "const keys = safeObjectKeys$1(instance);",
  "readFile('/etc/passwd', 'utf8', callback);",
  'START = "-----BEGIN OPENSSH PRIVATE KEY-----"\nEND = "-----END OPENSSH PRIVATE KEY-----"',
  fill("certificate-authority-data: LS0tLS1CRUdJTiBDRVJU{A60}"),
  "--- PASS: TestCalculateTokenUsage_StartOffset/offset_2 (0.00s)",
  "the tests pass `limit=500` to the endpoint",
  "keys, `pkg/spi/factory/registry.go:62-83`",
  "the first key: value2 pair",
  "-----BEGIN PUBLIC KEY-----",
  fill("`-----BEGIN PRIVATE KEY-----\\n{$}{body}\\n-----END PRIVATE KEY-----`"),
  "git@github.com:owner/repo.git",
  "http://127.0.0.1:8080/path?x=1",
  "mailto:joe@corp.test, http://host:80 joe@corp.test",
  "ReactNativeCameraKit: f15a5a04b0f6dc6073e6db0296e6ef2d8b8d2522",
  "the disk is sk-learn like; desk-top; task-123",
];
