// Page load by autocannon: 16 connections that ask for one page again and again, uncompressed.
import autocannon from "autocannon";

export const connections = 16;

/**
 * So many requests a connection, then a new one: a server may ask for that by "Connection: close", which autocannon does
 * not heed. Linnet does after a hundred (app/http/door/limits.server.ts), and answers 503 to what still comes on it.
 */
const requestsPerConnection = 100;

/** Pages per second over `seconds`; throws where any answer wasn't 200. */
export async function load(url, { cookie, seconds }) {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { cookie },
    reconnectRate: requestsPerConnection,
  });
  const wrong = result.non2xx + result.errors + result.timeouts;
  if (wrong > 0) throw new Error(`${url}: ${wrong} of ${result.requests.total} requests did not answer 200`);
  return { pagesPerSecond: result.requests.total / result.duration, pages: result.requests.total };
}
