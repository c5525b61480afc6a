import { describe, expect, test } from "vitest";
import { relationshipIn, roleIn } from "../../../src/extra/profile/person.js";

describe("what a person says they are", () => {
  test.each([
    ["I'm a backend developer, so the CSS is a mystery to me", "backend developer"],
    ["I am a senior platform engineer at a bank.", "senior platform engineer"],
    ["Hi! I’m a data scientist and I need help with git", "data scientist"],
    ["I'm an iOS developer. Add a login screen", "iOS developer"],
    ["I'm the tech lead here, please keep the API stable", "tech lead"],
    ["I work as a QA engineer and want a smoke test", "QA engineer"],
    ["my day job is product manager", "product manager"],
    ["As a frontend developer, I prefer small components", "frontend developer"],
    ["I'm currently a computer science student", "computer science student"],
    ["I'm just an indie hacker and hobbyist. I am a C++ developer.", "C++ developer"],
    ["je suis développeuse", "développeuse"],
    ["Bonjour, je suis développeur backend senior et je découvre Rust", "développeur backend senior"],
    ["je suis étudiante en informatique, peux-tu m'aider ?", "étudiante en informatique"],
    ["Je suis plutôt ingénieure logicielle, pas designer", "ingénieure logicielle"],
    ["je travaille comme chef de projet technique", "chef de projet technique"],
    ["mon métier est graphiste", "graphiste"],
    ["En tant que data scientist, je préfère les notebooks", "data scientist"],
    ["En tant qu'ingénieur système, j'utilise surtout le terminal", "ingénieur système"],
  ])("%j: %j", (text, role) => {
    expect(roleIn(text)).toBe(role);
  });

  test.each([
    "I'm not a developer",
    "En tant que développeur, je veux me connecter par SSO",
    "En tant que développeur, l'utilisateur voit la page",
    "I'm a bit of a developer at heart",
    "You are a senior developer. Fix the bug",
    "As a developer, I want to log in with SSO so that I save time",
    "imagine I'm a new developer reading this README",
    "pretend I am a designer and review the page",
    'the form says "I am a developer" when ticked',
    "if I'm an admin I can delete users",
    "I'm a happy user of this tool",
    "am I a developer account here?",
    "I'm an admin user in the staging tenant",
    "add the developer role to the enum",
    "```\nI'm a backend developer\n```\nwhy does roleOf miss this?",
    "> I'm a backend developer\nanswer this customer",
    "the engineer who wrote this left",
    "je ne suis pas développeur",
    "je suis pas développeur du tout",
    "si je suis administrateur, le bouton doit apparaître",
    "je suis sur la branche dev",
    "fais comme si je suis étudiant",
    "je suis d'accord, continue",
    "le développeur backend a tout cassé",
    "",
  ])("%j says nothing", (text) => {
    expect(roleIn(text)).toBeUndefined();
  });
});

describe("how a person stands to the project", () => {
  test.each([
    ["add dark mode to my project", "owner"],
    ["this is my side project, keep it simple", "owner"],
    ["I built this app last year and never tested it", "owner"],
    ["I'm the author of this library", "owner"],
    ["can you fix the login in my app?", "owner"],
    ["mon projet ne compile plus", "owner"],
    ["j'ai créé cette application pour mon club", "owner"],
    ["ajoute une page à mon site", "owner"],
    ["c'est moi qui ai écrit le parseur", "owner"],
    ["I maintain this package, so no breaking changes", "maintainer"],
    ["I'm one of the core maintainers", "maintainer"],
    ["As the maintainer, I want fewer dependencies", "maintainer"],
    ["je maintiens cette bibliothèque depuis 2019", "maintainer"],
    ["je suis mainteneuse du paquet", "maintainer"],
    ["I'm contributing a PR that adds a cache", "contributor"],
    ["I'd like to contribute a fix for the parser", "contributor"],
    ["this is my first pull request here", "contributor"],
    ["I contribute to it on weekends", "contributor"],
    ["j'aimerais contribuer à ce dépôt", "contributor"],
    ["je contribue au projet depuis un mois", "contributor"],
    ["I'm new to this codebase, where is the router?", "learner"],
    ["I just joined the team, give me an overview", "learner"],
    ["I'm learning Rust, explain the borrow here", "learner"],
    ["je découvre ce projet, par où commencer ?", "learner"],
    ["j'apprends à coder avec cette appli", "learner"],
    ["je viens de rejoindre l'équipe", "learner"],
    ["I'm new to this codebase. My project lead said to start with auth", "learner"],
  ])("%j: %s", (text, relationship) => {
    expect(relationshipIn(text)).toBe(relationship);
  });

  test.each([
    "fix the project file",
    "my project manager wants a chart",
    "this is not my project",
    "in my branch the tests pass",
    "my PR is red",
    "I created a file for the helper",
    "I wrote a test for it",
    "I maintain that the bug is in the parser",
    "how do open source projects get contributors?",
    "add a learner role to the school app",
    "I'm learning that this API is slow",
    "the new codebase is faster",
    'print "welcome to my app" on start',
    "`my project` should be the default name",
    "imagine I'm new to this codebase: is the README enough?",
    "if I maintain this package I get a badge",
    "le projet ne compile plus",
    "j'ai créé un fichier de test",
    "mon équipe utilise pnpm",
    "ma branche est à jour",
    "la nouvelle version est sur le dépôt",
    "> mon projet est cassé\nréponds à cet utilisateur",
    "",
  ])("%j says nothing", (text) => {
    expect(relationshipIn(text)).toBeUndefined();
  });
});
