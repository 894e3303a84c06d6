// The error catalogue: every sentence of spec section 8, word for word, for screens and API alike. Pure.

/** Whoever calls without being known, and calls that come to nothing. */
export const callSays = {
  notSignedIn: "用户未登录",
  failed: "请求失败",
  network: "网络错误",
} as const;

export const accountSays = {
  list: "获取账户列表失败",
  network: "网络错误，请重试",
  load: "加载Twitter账户失败",
  loadBroke: "加载Twitter账户时出错",
  setDefault: "设置默认账户失败",
  remove: "删除账户失败",
} as const;

export const linkSays = {
  address: "获取授权链接失败",
  start: "启动Twitter授权失败",
  back: (error: string): string => `授权失败: ${error}`,
} as const;

export const signInSays = {
  missing: "Please enter email and password",
  register: "Registration failed",
  login: "Login failed",
  registerBroke: "Registration failed, please try again",
  loginBroke: "Login failed, please try again",
} as const;

/** What a person does to their own account: ours, the catalogue of section 8 has no words for it. */
export const ownSays = {
  missing: "Please enter your password",
  newMissing: "Please enter a new password",
  wrong: "This is not your password",
  unsure: "Please tick the box if you are sure",
  changedMeanwhile: "Your password was changed in another window meanwhile. Please reload the page.",
  gone: "This account no longer exists",
  changeBroke: "The password could not be changed, please try again",
  everywhereBroke: "You could not be signed out everywhere, please try again",
  leaveBroke: "The account could not be deleted, please try again",
} as const;

export const generationSays = {
  submit: "Failed to generate tweets",
  network: "Network error. Please try again.",
  status: "Failed to get task status",
  results: "Failed to get generation results",
  failed: "Generation failed. Please try again.",
  timeout: "Generation timeout. Please try again.",
  batch: "Failed to load generated tweets.",
  shape: "Unexpected task result format.",
} as const;

export const publishingSays = {
  failed: "Publishing failed",
} as const;

export const analysisSays = {
  failed: "分析失败，请重试",
  network: "网络错误，请检查连接后重试",
} as const;

export const botSays = {
  active: "Failed to get active bots",
  all: "Failed to get all bots",
  start: "Failed to start bot",
  stop: "Failed to stop bot",
  network: "Network error, please try again",
  started: "Bot started successfully!",
  stopped: "Bot stopped successfully!",
} as const;

/**
 * What a refusal says, from its `detail`: a text as it is, a list by its `msg` values joined with ", ", anything else
 * as JSON; `fallback` where there is none (spec section 8).
 */
export function sentenceOf(body: unknown, fallback: string): string {
  const detail = typeof body === "object" && body !== null && "detail" in body ? body.detail : null;
  if (detail === null || detail === undefined || detail === "") return fallback;
  if (typeof detail === "string") return detail;
  if (!Array.isArray(detail)) return JSON.stringify(detail);
  const said = detail.map((one: unknown) =>
    typeof one === "object" && one !== null && "msg" in one ? String(one.msg) : "",
  );
  return said.filter(Boolean).join(", ") || fallback;
}
