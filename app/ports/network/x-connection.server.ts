// Makes one request to X: twitter-api-v2 signs it, this file connects, times and reads it.
import type { IncomingMessage } from "node:http";
import https from "node:https";
import net from "node:net";
import tls from "node:tls";
import zlib from "node:zlib";
import { type ITwitterApiClientPlugin, TwitterApi, TwitterApiPluginResponseOverride } from "twitter-api-v2";
import type { PostAnswer } from "./port";

export interface XKeys {
  appKey: string;
  appSecret: string;
  accessToken?: string;
  accessSecret?: string;
}

export interface Exchange<T> {
  reply: PostAnswer;
  result: T | null;
}

const xOrigin = "https://api.x.com";
const largestBody = 16 * 1024 * 1024;
const timeUp = Symbol("time up");

/**
 * `work` must make exactly one request. `origin` (X_API_ORIGIN) only moves the socket; signature, URL and Host stay
 * X's. The socket closes after `timeoutMs` (the library has no time-out) or by `signal`. Never throws.
 */
export async function exchange<T>(
  options: { keys: XKeys; origin: string | null; timeoutMs: number; signal?: AbortSignal; mayBegin?: () => boolean },
  work: (client: TwitterApi) => Promise<T>,
): Promise<Exchange<T>> {
  if (options.signal?.aborted)
    return { reply: { kind: "not_sent", detail: "stopped before it was sent" }, result: null };
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(timeUp), options.timeoutMs);
  const onAbort = () => stop.abort();
  options.signal?.addEventListener("abort", onAbort, { once: true });
  const connection = new Connection(stop.signal, options.mayBegin);
  const httpAgent = new ConnectionAgent(new URL(options.origin ?? xOrigin), connection);
  try {
    // The library's gunzip stream has no error handler: one invalid byte from the network would end the process.
    const client = new TwitterApi(options.keys, { httpAgent, plugins: [connection.plugin], compression: "identity" });
    const result = await work(client);
    return { reply: connection.reply(null), result };
  } catch (error) {
    return { reply: connection.reply(error), result: null };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", onAbort);
  }
}

class Connection {
  reached = false;
  private response: IncomingMessage | null = null;
  private fault: unknown = null;
  private unreadable: string | null = null;
  private answer: PostAnswer | null = null;

  private isTooLate = false;

  constructor(
    private readonly signal: AbortSignal,
    private readonly mayBegin: () => boolean = () => true,
  ) {}

  stands(socket: net.Socket): void {
    if (this.mayBegin()) {
      this.reached = true;
      return;
    }
    this.isTooLate = true;
    socket.destroy();
  }

  readonly plugin: ITwitterApiClientPlugin = {
    onBeforeRequest: ({ params, computedParams, requestOptions }) => {
      requestOptions.signal = this.signal;
      computedParams.headers["accept-encoding"] = "gzip";
      params.forceParseMode = "buffer";
      params.requestEventDebugHandler = (event, data) => {
        if (event === "response") this.response = data.res;
        if (event === "request-error") this.fault = data.requestError;
      };
    },
    onAfterRequest: ({ response, url }) => {
      const body = this.read(response.data);
      return new TwitterApiPluginResponseOverride({
        ...response,
        data: parse(body, url.pathname.startsWith("/oauth/")),
      });
    },
    onResponseError: ({ error }) => {
      this.read(error.data as unknown);
    },
  };

  private read(raw: unknown): string {
    const { response } = this;
    // In buffer mode the library passes on half an answer as if it were complete.
    if (!response?.complete || !Buffer.isBuffer(raw)) throw new Error("half an answer");
    const text = this.decode(raw, response.headers["content-encoding"]);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(response.headers)) headers[name] = String(value);
    this.answer = { kind: "answered", status: response.statusCode ?? 0, headers, body: parse(text, false) };
    return text;
  }

  private decode(raw: Buffer, encoding = "identity"): string {
    try {
      return unpack(raw, encoding.trim().toLowerCase()).toString("utf8");
    } catch (error) {
      this.unreadable = `an answer that can't be unpacked (${encoding})`;
      throw error;
    }
  }

  reply(error: unknown): PostAnswer {
    if (this.answer) return this.answer;
    const detail = this.unreadable ?? this.why(error);
    if (!this.reached) return { kind: "not_sent", detail };
    return { kind: "lost", status: this.response?.statusCode ?? null, detail };
  }

  /** Only codes and names: messages and their objects may carry the signed request. */
  private why(error: unknown): string {
    if (this.signal.aborted)
      return this.signal.reason === timeUp ? "no complete response in time" : "stopped while sending";
    if (this.isTooLate) return "connected too late";
    if (this.response) return "the answer broke off";
    const fault = this.fault ?? error;
    const code = (fault as { code?: unknown } | null)?.code;
    if (typeof code === "string") return code;
    return fault instanceof Error ? fault.name : "connection closed";
  }
}

/** Opens the request's socket and notes when it connects. `bytesWritten` also counts bytes queued before connecting. */
class ConnectionAgent extends https.Agent {
  constructor(
    private readonly to: URL,
    private readonly connection: Connection,
  ) {
    super({ keepAlive: false });
  }

  override createConnection(): net.Socket {
    const secure = this.to.protocol === "https:";
    const host = this.to.hostname.replace(/^\[|\]$/g, "");
    const port = Number(this.to.port) || (secure ? 443 : 80);
    const socket = secure
      ? tls.connect({ host, port, servername: net.isIP(host) ? undefined : host, ALPNProtocols: ["http/1.1"] })
      : net.connect({ host, port });
    socket.once(secure ? "secureConnect" : "connect", () => this.connection.stands(socket));
    return socket;
  }
}

function unpack(raw: Buffer, encoding: string): Buffer {
  const limit = { maxOutputLength: largestBody };
  if (encoding === "gzip") return zlib.gunzipSync(raw, limit);
  if (encoding === "deflate") return zlib.inflateSync(raw, limit);
  if (encoding === "br") return zlib.brotliDecompressSync(raw, limit);
  if (encoding === "identity") return raw;
  throw new Error("an unknown encoding");
}

/** Token endpoints answer form-encoded, the rest in JSON, and proxies in anything. */
function parse(text: string, form: boolean): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return form ? Object.fromEntries(new URLSearchParams(text)) : text;
  }
}
