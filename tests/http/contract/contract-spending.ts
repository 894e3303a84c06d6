// The walk's way through the day's money.
import { expect, it } from "vitest";
import { cast, get, send } from "./contract-walk";

export function spending(): void {
  const put = (json: unknown) => send("PUT", "/api/spending", { json });

  it("the operator sets what a person may spend, and reads what each has spent; nobody else does either", async () => {
    const { alice, bob } = cast;
    const person = { person_id: bob.user.id, share_usd: 1.5 };
    expect((await put(person)).body.data).toEqual(person);
    const { data } = (await get("/api/spending")).body;
    expect(data["limit_usd"]).toBe(5);
    expect(data["people"]).toContainEqual({
      person_id: bob.user.id,
      email: bob.user.email,
      spent_usd: expect.any(Number) as number,
      share_usd: 1.5,
      is_set: true,
    });
    const refused = await put({ ...person, share_usd: 5.01 });
    expect([refused.status, refused.body["error"]]).toEqual([
      422,
      "The shares you set can’t add up to more than the server’s $5.00 a day. This share can be up to $5.00.",
    ]);
    expect(refused.body["detail"]).toMatchObject([{ loc: ["body", "share_usd"], type: "not_in_range" }]);
    for (const wrong of [0, -1, 0.001, "1.5"]) expect((await put({ ...person, share_usd: wrong })).status).toBe(422);
    expect((await put({ ...person, person_id: "00000000-0000-4000-8000-000000000000" })).status).toBe(404);
    expect((await put({ ...person, share_usd: null })).body.data).toEqual({ ...person, share_usd: null });
    const asBob = [
      await send("GET", "/api/spending", {}, bob.key),
      await send("PUT", "/api/spending", { json: { ...person, person_id: alice.user.id } }, bob.key),
    ];
    expect(asBob.map(({ status, body }) => [status, body["code"]])).toEqual([
      [403, "forbidden"],
      [403, "forbidden"],
    ]);
  });
}
