// Lists X's rules for automated accounts (X's developer guidelines, "Automation"). Pure.

export const rules = [
  {
    name: "label",
    label: "The account has X’s “Automated” label",
    how: "On X: Settings, Your account, Account information, Automation.",
  },
  {
    name: "bio",
    label: "The bio says that it’s a bot and who runs it",
    how: "One short line is enough.",
  },
  {
    name: "owner",
    label: "A person’s own account is linked as its owner",
    how: "X asks for this account when you turn on the label.",
  },
] as const;

export const seeToAll = "Check all three before you start the bot.";
