// Logs that the server listens, or why it couldn't.
import type { EventEmitter } from "node:events";
import type { App } from "~/app.server";

/** Call before the server listens. Keeps remix-serve's own line only in dev, since it isn't JSON. */
export function tellListening(server: EventEmitter, { config, log }: Pick<App, "config" | "log">): void {
  const { port, host } = config;
  const onError = (error: NodeJS.ErrnoException): void => {
    process.stderr.write(`${refusalOf(error, port, host)}\n`);
    process.exit(1);
  };
  server.once("error", onError);
  if (!config.dev) silenceServe();
  server.once("listening", () => {
    server.off("error", onError);
    log.info({ port, host, origin: config.appOrigin }, "listening");
  });
}

function refusalOf({ code, message }: NodeJS.ErrnoException, port: number, host: string | null): string {
  if (code === "EADDRINUSE") return `Port ${port} is already in use. Stop the other process or set PORT.`;
  if (code === "EACCES") return `Port ${port} needs elevated privileges. Set PORT to 1024 or more.`;
  if (host !== null && ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL"].includes(code ?? ""))
    return `HOST "${host}" is not an address of this machine. Remove it to listen on all addresses.`;
  return `Linnet can't listen on port ${port}: ${message}`;
}

/* eslint-disable no-console -- remix-serve's own line goes through it */
function silenceServe(): void {
  const { log } = console;
  console.log = (...words: unknown[]) => {
    if (typeof words[0] === "string" && words[0].startsWith("[remix-serve]")) console.log = log;
    else log(...words);
  };
}
