// A real SMTP server on loopback that keeps what it is handed, and can be down, slow, or refuse at any point of the talk.
import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { untilRefused } from "./stop-listening";

export interface ReceivedMail {
  /** Who the envelope says it is from, and for. */
  from: string;
  to: string[];
  /** As it travelled. */
  raw: string;
  parsed: ParsedMail;
}

/** At which command it refuses. */
type Point = "connect" | "login" | "from" | "to" | "data";

interface Setup {
  /** It takes mail only from whoever signs in so. */
  login?: { user: string; password: string };
  /** It offers STARTTLS, with a certificate that nobody vouches for. */
  tls?: boolean;
}

export interface FakeMail {
  /** For SMTP_URL. */
  readonly url: string;
  /** What arrived, oldest first. */
  readonly mails: ReceivedMail[];
  /** What arrived for one address. */
  mailsFor(address: string): ReceivedMail[];
  /** The first link of the last mail for this address. */
  linkFor(address: string): string;
  /** How often it was talked to. */
  talks(): number;
  /** It answers so at that point until told otherwise; null: it takes everything. */
  refuse(how: { at: Point; code: number; words: string } | null): void;
  /** It takes mails and says nothing more about it, until what this answers is called. */
  fallSilent(): () => void;
  /** Nobody listens any more, and again. */
  goDown(): Promise<void>;
  comeUp(): Promise<void>;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. */
export async function startFakeMail({ login, tls = false }: Setup = {}): Promise<FakeMail> {
  const mails: ReceivedMail[] = [];
  let refusal: { at: Point; code: number; words: string } | null = null;
  let silence: Promise<void> | null = null;
  let talks = 0;
  let port = 0;
  let server: SMTPServer | null = null;
  const judge = (at: Point): Error | null =>
    refusal?.at === at ? Object.assign(new Error(refusal.words), { responseCode: refusal.code }) : null;
  const options: SMTPServerOptions = {
    hideSTARTTLS: !tls,
    allowInsecureAuth: true,
    authOptional: login === undefined,
    disableReverseLookup: true,
    // Else it warns that its own certificate is known to everybody.
    logger: false,
    onConnect: (_, answer) => {
      talks += 1;
      answer(judge("connect"));
    },
    onAuth: ({ username, password }, _, answer) => {
      const isRight = username === login?.user && password === login?.password;
      const fault = judge("login") ?? (isRight ? null : Object.assign(new Error("No."), { responseCode: 535 }));
      answer(fault, fault ? undefined : { user: username });
    },
    onMailFrom: (_address, _session, answer) => answer(judge("from")),
    onRcptTo: (_address, _session, answer) => answer(judge("to")),
    async onData(stream, { envelope }, answer) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const raw = Buffer.concat(chunks).toString("utf8");
      const fault = judge("data");
      if (!fault)
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : "",
          to: envelope.rcptTo.map(({ address }) => address),
          raw,
          parsed: await simpleParser(raw),
        });
      await silence;
      answer(fault);
    },
  };
  const comeUp = async () => {
    const next = new SMTPServer(options);
    // A client that goes in the middle of a talk is what some tests are about.
    next.on("error", () => {});
    await new Promise<void>((resolve) => void next.listen(port, "127.0.0.1", () => resolve()));
    port = (next.server.address() as AddressInfo).port;
    server = next;
  };
  const goDown = async () => {
    const last = server;
    server = null;
    if (!last) return;
    await new Promise<void>((resolve) => last.close(() => resolve()));
    await untilRefused(port);
  };
  await comeUp();
  const mailsFor = (address: string) => mails.filter(({ to }) => to.includes(address));
  return {
    get url() {
      const who = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : "";
      return `smtp://${who}127.0.0.1:${port}`;
    },
    mails,
    mailsFor,
    linkFor(address) {
      const link = /https?:\/\/\S+/.exec(mailsFor(address).at(-1)?.parsed.text ?? "")?.[0];
      if (!link) throw new Error(`No mail with a link came for ${address}`);
      return link;
    },
    talks: () => talks,
    refuse: (how) => void (refusal = how),
    fallSilent() {
      let release = () => {};
      silence = new Promise<void>((resolve) => (release = resolve));
      return () => {
        silence = null;
        release();
      };
    },
    goDown,
    comeUp,
    close: goDown,
  };
}
