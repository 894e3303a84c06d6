// What the edit box asks the server: the weight of pieces that only X's library can tell.
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestApp, type TestApp } from "~tests/support/app";
import { callApi, cookieOf, sameOrigin } from "~tests/support/calls/call";
import { password } from "~tests/support/people/make";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app?.close());

const path = "/api/questions/weigh";
const signUp = async () =>
  cookieOf(await callApi("/api/users/register", { json: { email: "alice@linnet.example", password } }));

it("weighs each text and says whether X sees a link in it", async () => {
  const cookie = await signUp();
  const texts = [" linnet.com", "end.Begin", "👩‍👩‍👧‍👦", ""];
  const answer = await callApi(path, { json: { texts }, headers: { cookie, ...sameOrigin } });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    success: true,
    data: [
      { weighted_length: 24, has_link: true },
      { weighted_length: 9, has_link: false },
      { weighted_length: 2, has_link: false },
      { weighted_length: 0, has_link: false },
    ],
  });
});

it("asks who is asking, since counting costs time", async () => {
  expect((await callApi(path, { json: { texts: ["a"] } })).status).toBe(401);
});

it.each([
  [{}, 422],
  [{ texts: [] }, 422],
  [{ texts: "a" }, 422],
  [{ texts: [7] }, 422],
  [{ texts: ["a".repeat(5_001)] }, 422],
  [{ texts: ["a".repeat(2_501), "b".repeat(2_500)] }, 422],
  [{ texts: Array.from({ length: 201 }, () => "a") }, 422],
])("refuses %j", async (json, status) => {
  const cookie = await signUp();
  expect((await callApi(path, { json, headers: { cookie, ...sameOrigin } })).status).toBe(status);
});
