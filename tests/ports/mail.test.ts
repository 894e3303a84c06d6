// Mail through nodemailer to a real SMTP server: what arrives, what can't be slipped in, and what each refusal means.
import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { readSender } from "~/ground/mail-address";
import { readConfig } from "~/ground/config.server";
import { checkMail, chooseMail } from "~/ports/mail/index.server";
import type { Mail, Message } from "~/ports/mail/port";
import { type FakeMail, startFakeMail } from "~tests/support/fakes/fake-mail";

const login = { user: "linnet", password: "p@ss: wörd/8" };
const message: Message = {
  id: "evt_1.2",
  to: "alice@linnet.example",
  subject: "A tweet was not sent",
  text: "Zwölf Boote.\n\n.\nhttps://linnet.example/timeline?tweet=3\n",
};

let server: FakeMail;
beforeEach(async () => {
  server = await startFakeMail();
});
afterEach(() => server.close());

const configFor = (url: string, from = "Linnet <linnet@linnet.example>") =>
  readConfig({
    SESSION_SECRET: "a secret of the tests that is long enough",
    ENCRYPTION_KEY: "a secret of the tests that is long enough",
    APP_ORIGIN: "https://linnet.example",
    SMTP_URL: url,
    MAIL_FROM: from,
  });
const mailAt = (url: string, from?: string): Mail => {
  const mail = chooseMail(configFor(url, from));
  if (!mail) throw new Error("No mail is set up");
  return mail;
};
const send = (change: Partial<Message> = {}) => mailAt(server.url).send({ ...message, ...change });

it("there is no mail where no server is named", () => {
  expect(chooseMail({ mail: null, appOrigin: "https://linnet.example" })).toBeNull();
});

it("a message arrives as it was written, in plain text, with the headers of a machine's mail", async () => {
  expect(await send()).toEqual({ state: "sent" });
  const [mail] = server.mails;
  expect(mail).toMatchObject({ from: "linnet@linnet.example", to: ["alice@linnet.example"] });
  expect(mail?.parsed.text?.trimEnd()).toBe(message.text.trimEnd());
  expect(mail?.parsed).toMatchObject({
    subject: message.subject,
    messageId: "<evt_1.2@linnet.example>",
    html: false,
    attachments: [],
  });
  expect(mail?.parsed.from?.text).toBe('"Linnet" <linnet@linnet.example>');
  expect(mail?.parsed.headers.get("auto-submitted")).toBe("auto-generated");
});

it("a retry of the same message has the same Message-ID, another has another", async () => {
  await send();
  await send();
  await send({ id: "evt_2" });
  const ids = server.mails.map(({ parsed }) => parsed.messageId);
  expect(ids).toEqual(["<evt_1.2@linnet.example>", "<evt_1.2@linnet.example>", "<evt_2@linnet.example>"]);
});

describe("nothing can be slipped into a mail", () => {
  const injections = [
    "\r\nBcc: eve@evil.example",
    "\nBcc: eve@evil.example",
    "\rX-Evil: 1",
    "\r\n\r\nEvil body",
    "\u0000\u0085\u2028Bcc: e@e.example",
  ];

  it.each(injections)("by its subject, its text or its id: %j", async (injected) => {
    expect(
      await send({
        subject: `Hello${injected}`,
        id: `evt${injected}`,
        text: `Hi${injected}\r\n.\r\nRCPT TO:<eve@evil.example>`,
      }),
    ).toEqual({ state: "sent" });
    expect(server.mails).toHaveLength(1);
    const [mail] = server.mails;
    expect(mail?.to).toEqual(["alice@linnet.example"]);
    expect(mail?.parsed.bcc).toBeUndefined();
    expect(mail?.parsed.headers.has("x-evil")).toBe(false);
    expect([...(mail?.parsed.headers.keys() ?? [])].sort()).toEqual([
      "auto-submitted",
      "content-transfer-encoding",
      "content-type",
      "date",
      "from",
      "message-id",
      "mime-version",
      "subject",
      "to",
    ]);
    expect(mail?.parsed.messageId).toMatch(/^<[\w.-]+@linnet\.example>$/);
  });

  it.each([
    "alice@linnet.example\r\nBcc: eve@evil.example",
    "alice@linnet.example\nRCPT TO:<eve@evil.example>",
    "alice@linnet.example, eve@evil.example",
    "eve,alice@linnet.example",
    "eve@evil.example;alice@linnet.example",
    "Alice <alice@linnet.example>",
    "<alice@linnet.example>",
    "friends:alice@linnet.example;",
    '"alice"@linnet.example',
    "alice@linnet.example> SIZE=1",
    "(eve)alice@linnet.example",
    "alice @linnet.example",
    "alice",
    "@linnet.example",
    `${"a".repeat(250)}@linnet.example`,
    "",
  ])("by its address: %j goes nowhere", async (to) => {
    expect(await send({ to })).toMatchObject({ state: "never", reason: "address" });
    expect(server.talks()).toBe(0);
  });

  it.each([
    ["Ünal, Bürö & Co. <x@y.example>", "Ünal, Bürö & Co."],
    ["A\u{1F426}B <b@y.example>", "A\u{1F426}B"],
    ['"Team: Linnet; all" <c@y.example>', "Team: Linnet; all"],
  ])("by the name of MAIL_FROM: %s", async (from, name) => {
    await mailAt(server.url, from).send(message);
    const [mail] = server.mails;
    expect(mail?.from).toBe(readSender(from)?.address);
    expect(mail?.parsed.from?.value).toEqual([{ address: readSender(from)?.address, name }]);
  });
});

it("a long subject in any script is shortened and stays one header", async () => {
  await send({ subject: "鳥".repeat(500) });
  expect(server.mails[0]?.parsed.subject).toBe("鳥".repeat(200));
});

describe("what a refusal means", () => {
  it.each([
    [{ at: "connect", code: 421, words: "Too many connections" }, "later", "busy"],
    [{ at: "connect", code: 554, words: "No service" }, "later", "unreachable"],
    [{ at: "from", code: 550, words: "Who are you" }, "later", "sender"],
    [{ at: "from", code: 451, words: "Later" }, "later", "busy"],
    [{ at: "to", code: 550, words: "No such user" }, "never", "address"],
    [{ at: "to", code: 450, words: "Greylisted" }, "later", "busy"],
    [{ at: "data", code: 554, words: "Spam" }, "never", "content"],
    [{ at: "data", code: 452, words: "Full" }, "later", "busy"],
  ] as const)("%j: %s, for the reason %s", async (how, state, reason) => {
    server.refuse(how);
    expect(await send()).toMatchObject({ state, reason });
    expect(server.mails).toEqual([]);
    server.refuse(null);
    expect(await send()).toEqual({ state: "sent" });
  });

  it("a server that is down is tried later, and takes the mail once it is back", async () => {
    await server.goDown();
    expect(await send()).toMatchObject({ state: "later", reason: "unreachable" });
    await server.comeUp();
    expect(await send()).toEqual({ state: "sent" });
  });

  it("the sentences tell no address, and the details no password", async () => {
    const guarded = await startFakeMail({ login });
    onTestFinished(() => guarded.close());
    guarded.refuse({ at: "login", code: 535, words: `Not with ${login.password}\u0007, alice` });
    const result = await mailAt(guarded.url).send(message);
    expect(result).toMatchObject({ state: "later", reason: "login" });
    expect(JSON.stringify(result)).not.toContain(login.password);
    expect(JSON.stringify(result)).not.toContain("\\u0007");
    if (result.state !== "sent") expect(result.message).not.toContain("@");
  });
});

describe("login and TLS", () => {
  it("a server that asks for a login gets what SMTP_URL has", async () => {
    const guarded = await startFakeMail({ login });
    onTestFinished(() => guarded.close());
    expect(await mailAt(guarded.url).send(message)).toEqual({ state: "sent" });
    const wrong = guarded.url.replace(encodeURIComponent(login.password), "guess");
    expect(await mailAt(wrong).send(message)).toMatchObject({ state: "later", reason: "login" });
  });

  it("a certificate that nobody vouches for is refused, before anything is said", async () => {
    const encrypted = await startFakeMail({ tls: true, login });
    onTestFinished(() => encrypted.close());
    expect(await mailAt(encrypted.url).send(message)).toMatchObject({ state: "later", reason: "unreachable" });
    expect(encrypted.mails).toEqual([]);
    expect(await mailAt(`${encrypted.url}?tls.rejectUnauthorized=false`).send(message)).toEqual({ state: "sent" });
  });
});

describe("its time is limited", () => {
  /** Listens and, where it has words, greets with them one letter at a time. */
  async function mute(words = ""): Promise<string> {
    const listening: Server = createServer((socket) => {
      socket.on("error", () => {});
      let at = 0;
      const timer = setInterval(() => at < words.length && socket.write(words[at++] ?? ""), 20);
      socket.on("close", () => clearInterval(timer));
    });
    await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void listening.close());
    return `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  }

  it("whoever stops it is told that nobody knows what became of it", async () => {
    const stop = new AbortController();
    const sending = mailAt(await mute()).send(message, stop.signal);
    setTimeout(() => stop.abort(), 50);
    expect(await sending).toMatchObject({ state: "later", reason: "unreachable" });
  });

  it("a server that has the mail and says nothing is asked again later", async () => {
    const speak = server.fallSilent();
    const stop = new AbortController();
    const sending = mailAt(server.url).send(message, stop.signal);
    await expect.poll(() => server.mails.length).toBe(1);
    stop.abort();
    expect(await sending).toMatchObject({ state: "later", reason: "unreachable" });
    speak();
    expect(await send()).toEqual({ state: "sent" });
    const [first, second] = server.mails.map(({ parsed }) => parsed.messageId);
    expect(second).toBe(first);
  });
});

describe("the check of the doctor", () => {
  it("sends nothing where all is well, and says what is wrong where it isn't", async () => {
    expect(await checkMail({ mail: null, appOrigin: "https://linnet.example" })).toBeNull();
    expect(await checkMail(configFor(server.url))).toEqual({ fault: null });
    expect(server.mails).toEqual([]);
    const guarded = await startFakeMail({ login });
    onTestFinished(() => guarded.close());
    const wrong = guarded.url.replace(encodeURIComponent(login.password), "guess");
    expect(await checkMail(configFor(wrong))).toMatchObject({ fault: { reason: "login" } });
    await server.goDown();
    expect(await checkMail(configFor(server.url))).toMatchObject({ fault: { reason: "unreachable" } });
  });
});
