import type { Label, Speaker } from "../../src/text/sentence/label.js";

/** Invented sentences, English and French: they teach differences that few recorded sentences show. `before > sentence`. */
export const INVENTED: readonly (readonly [by: Speaker, label: Label, sentences: string])[] = [
  [
    "user",
    "request",
    `Let's add a test for the empty list.
Let's write a small script for that.
Let's fix the typo in the header first.
Let's adjust the wording of the banner.
Let's update the changelog too.
Let's look at the failing job.
Let's check whether the cache is warm.
Let's also document the new flag.
Then let's run the migration locally.
Let's talk about the export format.
I'd like to add a progress bar to the import.
I want you to review the whole module.
I need another endpoint that returns the totals.
I would like to see the raw response.
Shall I commit this now? > yes please commit
Should I open the pull request? > yeah open it
Want me to run the tests again? > yeah please
go ahead and push
Add a comment above the loop.
Replace the hard-coded path with the setting.
can you rename the package please
Implement the following plan: > Plan: Search Page
Ajoute un test pour la liste vide.
Peux-tu vérifier les journaux du serveur ?
Corrige la faute dans le titre.
On va ajouter un test pour ce cas.
Il faut mettre à jour le changelog.
Regarde pourquoi la CI échoue.
Tu peux committer et pousser.`,
  ],
  [
    "user",
    "decision",
    `Let's use Redis for the queue.
Let's go with the second option.
Let's keep the old endpoint for now.
Let's not store the token on disk.
Let's drop support for Node 16.
Let's stick with one table per tenant.
We'll use cursors rather than page numbers.
I want the flag to be off by default.
The limit should be 50, not 100.
I'd rather keep it in memory than write a file.
I think we should return an error in that case.
no need for a second queue, one is enough
Which one do you prefer, A or B? > B
Option 1 or option 2? > option 2, but without the retry
Should we cache per user or per team? > per team
Do you want JSON or YAML? > yaml is fine
Does this design look right? > looks good, go with it
Does this plan work for you? > yes, that works
Shall I split it into two tables? > no, one table
Would you prefer a hard limit or a warning? > just a warning
Approach > Store the preference per project, not per user.
Target Behavior > When the file is missing, the command exits with code 2.
Design > Errors are returned to the caller; nothing is logged here.
skip the dashboard for this release
ignore the deprecation warnings for now
the timeout stays at 30 seconds
On part sur SQLite.
On garde l'ancien format pour l'instant.
Je préfère une seule table.
On utilise Redis plutôt que Memcached.
Finalement on prend la deuxième option.
Tu préfères A ou B ? > la première
Est-ce que ce plan te convient ? > oui, parfait, on fait comme ça
Le délai doit être de 30 secondes par défaut.`,
  ],
  [
    "user",
    "reversal",
    `no, put it back the way it was
actually, let's go back to the single file
undo that, I want the old layout
I changed my mind, use Postgres after all
forget the websocket idea, polling is enough
that's not what I asked for, revert it
we no longer need the adapter, remove it
Instead of a daemon it should be a cron job now.
wait, not the staging bucket, use the test one
I don't like this approach, let's drop it
Non, remets comme avant.
En fait, on revient à la version précédente.
Annule ça, je ne veux plus de démon.
Finalement on abandonne le cache.`,
  ],
  [
    "user",
    "blocker",
    `the build fails on windows with a linker error
it still shows the old name after a reload
I can't log in anymore, it says 403
the page is blank when I open it in Firefox
tests are red in CI but pass locally
nothing happens when I click on save
I'm getting a timeout from the payment service
the upload is stuck at 99%
we're still waiting for the API key from the vendor
Le build échoue sur Windows.
Ça ne marche toujours pas après le redémarrage.
Je n'arrive plus à me connecter, erreur 403.
On attend encore la clé du fournisseur.`,
  ],
  [
    "user",
    "unblocked",
    `ok it works now
the key arrived, you can go on
I restarted the server, it's back up
fixed on my side, try again
the permission is granted now
it's green again
C'est bon, ça marche maintenant.
J'ai reçu la clé, tu peux continuer.
Le serveur est de nouveau accessible.`,
  ],
  [
    "user",
    "rule",
    `never push to main directly
always run the linter before you commit
don't add dependencies without asking me
from now on, write the tests first
every public function needs a doc comment
no console logs in production code
please don't touch the generated files
make sure commit messages are in the imperative
keep functions short and simple
we never log personal data
don't run the full suite, it is too slow
always answer in English
Ne pousse jamais directement sur main.
Toujours lancer le linter avant de committer.
N'ajoute pas de dépendance sans me demander.
À partir de maintenant, écris les tests d'abord.
Pas de console.log en production.`,
  ],
  [
    "user",
    "question",
    `what does this flag do?
why is the second call needed
is there a way to see the queue length?
how long would that take?
does the importer handle empty files?
Pourquoi le cache est-il vide ?
Comment lancer les tests ?
Est-ce que ça gère les fichiers vides ?`,
  ],
  [
    "user",
    "fact",
    `The importer reads one file per tenant.
we have about two thousand users on staging
I built the binary again and started it in another folder.
Currently the session is stored in a cookie.
The old service is written in Java.
Le service tourne sur deux machines.
Actuellement la session est dans un cookie.`,
  ],
  [
    "user",
    "none",
    `thanks, that's great
hello
Overview
Files to modify
Writing objects: 100% (12/12), done.
Compressing objects: 100% (9/9), done.
ok      example.org/tool/cmd    1.412s
--- PASS: TestImport (0.32s)
secret = "abc"
nice work
merci beaucoup
Contexte`,
  ],
  [
    "agent",
    "done",
    `Added a retry to the upload and a test for it.
All 42 tests pass.
The parser now accepts empty input.
Committed as a1b2c3d and pushed.
I've renamed the package and updated the imports.
What changed > New helper that reads the header once
Changes: > Removed the unused flag
Fixed: the timer is cleared on close.
J'ai corrigé le parseur et ajouté un test.
Tous les tests passent.
Le module est maintenant découpé en deux fichiers.
Commit créé et poussé.`,
  ],
  [
    "agent",
    "next",
    `Next steps > Wire the importer into the CLI
Next step: add the migration.
Remaining: > Documentation for the new endpoint
You'll need to restart the server to see it.
The Windows path is not tested yet.
I'd recommend adding an index on the date column.
Not committed yet.
To do > Handle the empty file
The next thing would be to measure it on a large repository.
Still open: the retry policy.
Ready to merge once CI is green.
Prochaines étapes > Brancher l'import dans la CLI
Il reste à documenter le nouvel endpoint.
Les chemins Windows ne sont pas encore testés.
Il faudra relancer le serveur.`,
  ],
  [
    "agent",
    "decision",
    `Key decisions > One table per tenant, so that deletes stay cheap
Design decisions > **No cache**: the query is fast enough
We keep the old endpoint for backward compatibility.
The default is off, as you asked.
I chose a queue over a cron job because retries are built in.
Decided: the limit is 50 and comes from the settings.
I left the legacy route as it is, since clients still use it.
Décisions > Une table par client, pour garder les suppressions rapides
J'ai choisi une file plutôt qu'un cron.
On garde l'ancien endpoint pour la compatibilité.`,
  ],
  [
    "agent",
    "reversal",
    `You're right, I reverted the cache and went back to the plain query.
I was wrong about the index, it makes the insert slower, so I removed it again.
The earlier plan with two services is dropped.
Tu as raison, je suis revenu à la requête simple.`,
  ],
  [
    "agent",
    "blocker",
    `I can't push: the remote rejects the key.
The deploy is blocked because the certificate has expired.
Two tests still fail on Windows and I could not find out why.
The API requires a paid plan for this call.
Blockers > The staging database is read-only
Je ne peux pas pousser : le serveur refuse la clé.
Deux tests échouent encore sous Windows.`,
  ],
  [
    "agent",
    "unblocked",
    `The certificate is renewed and the deploy works again.
The 401 errors have stopped since the new token.
CI is green again.
Le déploiement fonctionne de nouveau.`,
  ],
  [
    "agent",
    "question",
    `Want me to commit this?
Should I also update the docs?
Which of the two do you prefer?
Shall I open a pull request?
Veux-tu que je committe ?
Laquelle des deux options préfères-tu ?`,
  ],
  [
    "agent",
    "fact",
    `The cache is filled on the first call.
This happens because the parser reads the header twice.
The default branch is protected.
\`readHeader\` returns undefined for empty files.
Le cache est rempli au premier appel.`,
  ],
  [
    "agent",
    "none",
    `Here's a summary:
Let me check the logs.
Verification
Sure, here is how it works:
Good question.
Files changed
Voici un résumé :
Résumé`,
  ],
];
