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
  notSignedIn: both("用户未登录", "You are not signed in"),
  failed: both("请求失败", "The request failed"),
  network: both("网络错误", "Network error"),
} as const;

export const accountMessages = {
  list: both("获取账户列表失败", "The list of accounts could not be read"),
  listed: (count: number) => (count === 1 ? "1 linked account" : `${count} linked accounts`),
  network: both("网络错误，请重试", "Network error, please try again"),
  load: both("加载Twitter账户失败", "The Twitter accounts could not be loaded"),
  loadBroke: both("加载Twitter账户时出错", "Something went wrong while the Twitter accounts were loaded"),
  setDefault: both("设置默认账户失败", "The default account could not be set"),
  remove: both("删除账户失败", "The account could not be deleted"),
  askRemove: bothAround("确定要删除 @", " 的绑定吗？", (username) => `Remove the link to @${username}?`),
} as const;

export const linkMessages = {
  address: both("获取授权链接失败", "The link for the authorization could not be made"),
  start: both("启动Twitter授权失败", "The authorization at Twitter could not be begun"),
  startFor: bothAround(
    "启动Twitter授权失败: ",
    "",
    (reason) => `The authorization at Twitter could not be begun: ${reason}`,
  ),
  back: bothAround("授权失败: ", "", (error) => `Authorization failed: ${error}`),
} as const;

export const topicMessages = {
  noAccount: both(
    "请先绑定Twitter账户才能生成推文",
    "Please connect a Twitter account first, so that tweets can be generated",
  ),
  noDefault: both("请在用户菜单中设置一个默认Twitter账户", "Please set a default Twitter account in the user menu"),
} as const;

export const signInMessages = {
  missing: "Please enter email and password",
  register: "Registration failed",
  login: "Login failed",
  registerBroke: "Registration failed, please try again",
  loginBroke: "Login failed, please try again",
} as const;

export const ownAccountMessages = {
  missing: "Please enter your password",
  newMissing: "Please enter a new password",
  wrong: "This is not your password",
  proofMissing: "Please show first that it's you: in Settings → Security, under Single sign-on",
  unsure: "Please tick the box if you are sure",
  changedMeanwhile: "Your password was changed in another window meanwhile. Please reload the page.",
  gone: "This account no longer exists",
  changeBroke: "The password could not be changed, please try again",
  everywhereBroke: "You could not be signed out everywhere, please try again",
  alreadyEnded: "That browser is signed out already",
  endBroke: "The browser could not be signed out, please try again",
  othersBroke: "The other browsers could not be signed out, please try again",
  leaveBroke: "The account could not be deleted, please try again",
} as const;

export const mailLinkMessages = {
  emailMissing: "Please enter your email",
  noMail: "This server sends no mail",
  over: "This link is no longer good: it was used, or its time is over. Please ask for a new one.",
  noSiege: "Your password signs you in again: nothing holds it back any more.",
  forgotBroke: "The link could not be asked for, please try again",
  chooseBroke: "The password could not be changed, please try again",
  confirmBroke: "The address could not be confirmed, please try again",
} as const;

export const alertMessages = {
  unconfirmed: "Please confirm your address first",
  linkBroke: "The link could not be sent, please try again",
  testBroke: "The test could not be sent, please try again",
  saveBroke: "The alerts could not be saved, please try again",
} as const;

export const generationMessages = {
  submit: "Failed to generate tweets",
  noTask: both("服务器未返回任务ID，请重试", "The server returned no task id, please try again"),
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
  failed: both("分析失败，请重试", "The analysis failed, please try again"),
  network: both("网络错误，请检查连接后重试", "Network error, please check the connection and try again"),
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
  const messages = detail.map((one: unknown) =>
    typeof one === "object" && one !== null && "msg" in one ? String(one.msg) : "",
  );
  return messages.filter(Boolean).join(", ") || fallback;
}
