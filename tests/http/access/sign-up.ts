// Somebody who registers over the API, and what the tests read of its answers.
import { callApi, cookieOf } from "~tests/support/calls/call";
import { password } from "~tests/support/people/make";

export interface Body {
  success?: boolean;
  error?: string;
  detail?: unknown;
  user_id: string;
  api_key: string;
  task_id: string;
  data: { status: string; batch_id: string | null; execute_at: string; reason: string };
}

export const credentials = { email: "alice@linnet.example", password };
export const body = async (response: Response) => (await response.json()) as Body;

export async function signUp(email = credentials.email) {
  const response = await callApi("/api/users/register", { json: { email, password } });
  const { user_id, api_key } = await body(response);
  return { id: user_id, key: api_key, cookie: cookieOf(response) };
}
