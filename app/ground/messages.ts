// Lists the messages of spec section 8, verbatim; Chinese ones with an English translation. Pure.

/** The languages of the specification's messages. */
export type Language = "en" | "zh";

const english = new Map<string, string>();
const englishAround: { before: string; after: string; english(name: string): string }[] = [];

const both = <const Sentence extends string>(sentence: Sentence, inEnglish: string): Sentence => {
  english.set(sentence, inEnglish);
  return sentence;
};

const bothAround = (before: string, after: string, inEnglish: (name: string) => string) => {
  englishAround.push({ before, after, english: inEnglish });
  return (name: string): string => `${before}${name}${after}`;
};

export const callMessages = {
  notSignedIn: both("用户未登录", "You’re not signed in"),
  failed: both("请求失败", "The request failed"),
  network: both("网络错误", "Network error"),
} as const;

export const formMessages = {
  unknown: "This page is out of date. Reload it and try again.",
  unreadable: "Couldn’t read this form. Reload the page and try again.",
} as const;

export const accountMessages = {
  list: both("获取账户列表失败", "Couldn’t load your accounts"),
  listed: (count: number) => (count === 1 ? "1 linked account" : `${count} linked accounts`),
  network: both("网络错误，请重试", "Network error. Try again."),
  load: both("加载Twitter账户失败", "Couldn’t load the Twitter accounts"),
  loadBroke: both("加载Twitter账户时出错", "Something went wrong while loading the Twitter accounts"),
  setDefault: both("设置默认账户失败", "Couldn’t set the default account"),
  remove: both("删除账户失败", "Couldn’t disconnect the account"),
  askRemove: bothAround("确定要删除 @", " 的绑定吗？", (username) => `Disconnect @${username}?`),
} as const;

export const linkMessages = {
  address: both("获取授权链接失败", "Couldn’t create the authorization link"),
  start: both("启动Twitter授权失败", "Couldn’t start the Twitter authorization"),
  startFor: bothAround("启动Twitter授权失败: ", "", (reason) => `Couldn’t start the Twitter authorization: ${reason}`),
  back: bothAround("授权失败: ", "", (error) => `Authorization failed: ${error}`),
} as const;

export const topicMessages = {
  noAccount: both("请先绑定Twitter账户才能生成推文", "Connect a Twitter account first to generate tweets"),
  noDefault: both("请在用户菜单中设置一个默认Twitter账户", "Set a default Twitter account in the user menu"),
} as const;

export const signInMessages = {
  missing: "Please enter email and password",
  register: "Registration failed",
  login: "Login failed",
  registerBroke: "Registration failed, please try again",
  loginBroke: "Login failed, please try again",
} as const;

export const ownAccountMessages = {
  missing: "Enter your password.",
  newMissing: "Enter a new password.",
  wrong: "Wrong password.",
  proofMissing: "Confirm it’s you first: Settings → Security → Single sign-on.",
  unsure: "Select the box if you’re sure.",
  changedMeanwhile: "Your password was changed in another window. Reload the page.",
  gone: "This account no longer exists.",
  changeBroke: "Couldn’t change your password. Try again.",
  everywhereBroke: "Couldn’t sign you out everywhere. Try again.",
  alreadyEnded: "That browser is already signed out.",
  endBroke: "Couldn’t sign that browser out. Try again.",
  othersBroke: "Couldn’t sign the other browsers out. Try again.",
  leaveBroke: "Couldn’t delete your account. Try again.",
} as const;

export const mailLinkMessages = {
  emailMissing: "Enter your email.",
  noMail: "This server sends no email.",
  over: "This link was used or has expired. Request a new one.",
  notUnderAttack: "You can sign in with your password again.",
  forgotBroke: "Couldn’t request the link. Try again.",
  chooseBroke: "Couldn’t change your password. Try again.",
  confirmBroke: "Couldn’t confirm your email. Try again.",
} as const;

export const alertMessages = {
  unconfirmed: "Confirm your email first.",
  linkBroke: "Couldn’t send the link. Try again.",
  testBroke: "Couldn’t send the test. Try again.",
  saveBroke: "Couldn’t save your notification settings. Try again.",
} as const;

export const generationMessages = {
  submit: "Failed to generate tweets",
  noTask: both("服务器未返回任务ID，请重试", "The server returned no task ID. Try again."),
  network: "Network error. Please try again.",
  status: "Failed to get task status",
  results: "Failed to get generation results",
  failed: "Generation failed. Please try again.",
  timeout: "Generation timeout. Please try again.",
  batch: "Failed to load generated tweets.",
  shape: "Unexpected task result format.",
} as const;

export const publishingMessages = {
  failed: "Publishing failed",
} as const;

export const analysisMessages = {
  failed: both("分析失败，请重试", "The analysis failed. Try again."),
  network: both("网络错误，请检查连接后重试", "Network error. Check the connection and try again."),
} as const;

export const botMessages = {
  active: "Failed to get active bots",
  all: "Failed to get all bots",
  start: "Failed to start bot",
  stop: "Failed to stop bot",
  network: "Network error, please try again",
  started: "Bot started successfully!",
  stopped: "Bot stopped successfully!",
} as const;

export function englishOf(text: string): string | null {
  const message = english.get(text);
  if (message !== undefined) return message;
  for (const { before, after, english: inEnglish } of englishAround)
    if (text.startsWith(before) && text.endsWith(after) && text.length >= before.length + after.length)
      return inEnglish(text.slice(before.length, text.length - after.length));
  return null;
}

/** Reads `detail` as spec section 8 says: a string as is, a list as its `msg` values, anything else as JSON. */
export function sentenceOf(body: unknown, fallback: string): string {
  const detail = typeof body === "object" && body !== null && "detail" in body ? body.detail : null;
  if (detail === null || detail === undefined || detail === "") return fallback;
  if (typeof detail === "string") return detail;
  if (!Array.isArray(detail)) return JSON.stringify(detail);
  const messages = detail.map((value: unknown) =>
    typeof value === "object" && value !== null && "msg" in value ? String(value.msg) : "",
  );
  return messages.filter(Boolean).join(", ") || fallback;
}
