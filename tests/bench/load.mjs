// Page load by autocannon: 16 connections that ask for one page again and again, uncompressed.
import autocannon from "autocannon";

export const connections = 16;

/** Pages per second over `seconds`; throws where any answer wasn't 200. */
export async function load(url, { cookie, seconds }) {
  const result = await autocannon({ url, connections, duration: seconds, headers: { cookie } });
  const wrong = result.non2xx + result.errors + result.timeouts;
  if (wrong > 0) throw new Error(`${url}: ${wrong} of ${result.requests.total} requests did not answer 200`);
  return { pagesPerSecond: result.requests.total / result.duration, pages: result.requests.total };
}
