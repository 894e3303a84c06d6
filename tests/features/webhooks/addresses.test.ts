// Where webhooks may go: 50 ways to write an address of the server's own surroundings, with private ones allowed and not.
import { expect, it } from "vitest";
import { placeOf } from "~/ground/addresses";
import { checkHost, postGuarded } from "~/ports/receiver/guarded.server";
import type { FindAddresses } from "~/ports/receiver/names.server";
import { openReceiver } from "~tests/support/fakes/receiver";

/** What each host is with private addresses allowed; without, none of them may be reached. */
const spellings: Record<string, "home" | "private"> = {
  "127.0.0.1": "home",
  "127.1": "home",
  "127.0.1": "home",
  "2130706433": "home",
  "0x7f000001": "home",
  "0x7f.0.0.1": "home",
  "0177.0.0.1": "home",
  "017700000001": "home",
  "127.255.255.254": "home",
  "127.0.0.1.": "home",
  "127。0。0。1": "home",
  "１２７.0.0.1": "home",
  "10.0.0.1": "home",
  "172.16.0.1": "home",
  "172.31.255.255": "home",
  "192.168.1.1": "home",
  "0xc0a80101": "home",
  "100.64.0.1": "home",
  "[::1]": "home",
  "[0:0:0:0:0:0:0:1]": "home",
  "[::ffff:127.0.0.1]": "home",
  "[::ffff:7f00:1]": "home",
  "[fd12:3456::1]": "home",
  "0.0.0.0": "private",
  "0": "private",
  "[::]": "private",
  "[::127.0.0.1]": "private",
  "[::7f00:2]": "private",
  "[64:ff9b::7f00:1]": "private",
  "[2002:7f00:1::]": "private",
  "169.254.169.254": "private",
  "2852039166": "private",
  "[::ffff:169.254.169.254]": "private",
  "[fd00:ec2::254]": "private",
  "[fd00:ec2::23]": "private",
  "[fd00:0ec2:0:0::17]": "private",
  "[fd20:ce::254]": "private",
  "[FD20:00CE::0.0.2.84]": "private",
  "[fd00:42::42]": "private",
  "[fd00:c1::a9fe:a9fe]": "private",
  "168.63.129.16": "private",
  "0xa83f8110": "private",
  "[::ffff:168.63.129.16]": "private",
  "169.254.170.23": "private",
  "[fe80::a9fe:a9fe]": "private",
  "100.100.100.200": "private",
  "[fe80::1]": "private",
  "224.0.0.1": "private",
  "255.255.255.255": "private",
  "240.0.0.1": "private",
};

const asking = (allowed: "public" | "home") => ({
  owner: "alice",
  allowed,
  signal: new AbortController().signal,
});

it("there are 50 of them", () => {
  expect(Object.keys(spellings)).toHaveLength(50);
});

it.each(Object.entries(spellings))(
  "%s is refused, and allowed at most where private addresses are: %s",
  async (host, is) => {
    const url = `http://${host}/hook`;
    expect(await checkHost(url, asking("public"))).toBe("private");
    expect(await checkHost(url, asking("home"))).toBe(is);
  },
);

/** A name that leads to these, one set after the other; the last one for good. */
function names(...answers: string[][]): FindAddresses & { asked: number } {
  const find = Object.assign(
    () => {
      const addresses = answers[Math.min(find.asked, answers.length - 1)] ?? [];
      find.asked += 1;
      return Promise.resolve(addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })));
    },
    { asked: 0 },
  );
  return find;
}

const call = (url: string, allowed: "public" | "home", find: FindAddresses) =>
  postGuarded(
    url,
    { headers: { "content-type": "application/json" }, body: "{}" },
    { ...asking(allowed), now: () => 0, names: find },
  );

it.each([
  [["127.0.0.1"], "home"],
  [["93.184.215.14", "127.0.0.1"], "private"],
  [["169.254.169.254"], "private"],
  [["10.0.0.1", "169.254.169.254"], "private"],
  [["::ffff:100.100.100.200"], "private"],
  [["fd12:3456::1", "fd20:ce::254"], "private"],
  [["168.63.129.16"], "private"],
  [["fd00:ec3::254", "fd20:ce::255", "fd00:42::1"], "home"],
  [["93.184.215.14", "2606:2800:21f:cb07::1"], "public"],
  [[], "unresolved"],
] as const)("a name that leads to %j is, where private addresses are allowed, %s", async (addresses, is) => {
  expect(await checkHost("https://hooks.example.com/", asking("home"), names([...addresses]))).toBe(is);
  const isOut = is === "public" || is === "unresolved";
  expect(await checkHost("https://hooks.example.com/", asking("public"), names([...addresses]))).toBe(
    isOut ? is : "private",
  );
});

it("a name that leads elsewhere at the connection than when it was named is not called", async () => {
  const receiver = await openReceiver("/hook");
  const { port } = new URL(receiver.url);
  const url = `http://rebound.example.com:${port}/hook`;
  const find = names(["93.184.215.14"], ["127.0.0.1"]);
  expect(await checkHost(url, asking("public"), find)).toBe("public");
  expect(await call(url, "public", find)).toEqual({ kind: "unreachable", reason: "private" });
  expect(await call(url, "home", names(["127.0.0.1", "169.254.169.254"]))).toMatchObject({ reason: "private" });
  expect(receiver.received).toEqual([]);
  // And it would have got there.
  expect(await call(url, "home", names(["127.0.0.1"]))).toMatchObject({ kind: "answered", status: 204 });
  await receiver.close();
});

it("a literal is refused before anything is connected, whoever may ask names", async () => {
  const receiver = await openReceiver("/hook");
  const find = names(["127.0.0.1"]);
  expect(await call(receiver.url, "public", find)).toMatchObject({ reason: "private" });
  expect(await call(receiver.url.replace("127.0.0.1", "[::ffff:127.0.0.1]"), "public", find)).toMatchObject({
    reason: "private",
  });
  expect([receiver.received, find.asked]).toEqual([[], 0]);
  await receiver.close();
});

it("in clear nothing goes to the internet, whatever is allowed", async () => {
  for (const allowed of ["public", "home"] as const)
    expect(await call("http://hooks.example.com/", allowed, names(["93.184.215.14"]))).toMatchObject({
      reason: "private",
    });
});

it("what is no address at all is closed", () => {
  for (const text of ["", "localhost", "1.2.3.4.5", "fe80::1%eth0", "::ffff:1.2.3.4.5"])
    expect(placeOf(text)).toBe("closed");
  expect([placeOf("8.8.8.8"), placeOf("2606:4700::1111")]).toEqual(["public", "public"]);
});
