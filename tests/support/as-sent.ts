// An answer as it travels: fetch asks for every encoding by itself, and undoes it.
import { type IncomingHttpHeaders, request } from "node:http";
import { buffer } from "node:stream/consumers";

export interface Sent {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export const getAsSent = (url: string, headers: Record<string, string> = {}, method = "GET"): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const asking = request(url, { method, headers }, (answer) => {
      buffer(answer).then((body) => resolve({ status: answer.statusCode, headers: answer.headers, body }), reject);
    });
    asking.once("error", reject).end();
  });
