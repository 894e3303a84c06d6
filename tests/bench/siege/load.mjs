// What ten people do on any day: they open pages, list their tweets, bring a picture, download their data, and have tweets due.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, send } from "./person.mjs";
import { pngOf } from "./png.mjs";

const paths = ["/generate", "/timeline", "/api/tweets?limit=20"];
const pageEvery = 1_500;
const pictureEvery = 6_000;
const downloadEvery = 7_000;
const postEvery = 3_000;

let shade = 0;

/**
 * The load of all people from `from` to `to`, both moments of this machine's clock; answers milliseconds of each page, and
 * what was not answered as it should be.
 */
export async function usualLoad(people, from, to) {
  const [pages, refused] = [[], []];
  let asked = 0;
  const ask = async (person, path, how = {}) => {
    asked += 1;
    const answer = await send(person, path, how);
    const isRight = answer.status === 200 || answer.status === 201;
    if (!isRight) refused.push(`${how.body ? "POST " : ""}${path}: ${answer.status} ${answer.text.slice(0, 100)}`);
    return answer.ms;
  };
  const one = async (person, place) => {
    // Not all at once.
    await sleep(from - Date.now() + (place * pageEvery) / people.length);
    const sent = [];
    for (let n = place; Date.now() < to; n += 1) {
      sent.push(ask(person, paths[n % paths.length]).then((ms) => pages.push(ms)));
      await sleep(pageEvery);
    }
    await Promise.all(sent);
  };
  /** One of them each time, in turn. */
  const inTurn = async (every, work) => {
    const sent = [];
    for (let n = 0; ; n += 1) {
      await sleep(every);
      if (Date.now() >= to) break;
      sent.push(work(people[n % people.length]));
    }
    await Promise.all(sent);
  };
  const picture = (person) => ask(person, "/api/media", { body: pngOf(64, 48, (shade += 1)), type: "image/png" });
  const download = (person) => ask(person, "/settings/export?format=json");
  await Promise.all([...people.map(one), inTurn(pictureEvery, picture), inTurn(downloadEvery, download)]);
  return { pages, refused, asked };
}

/** Tweets of each person's account that isn't the default, due one after the other between the two moments. */
export async function planPosts(people, from, to) {
  for (const [place, person] of people.entries()) {
    const tweets = [];
    const first = from + (place * postEvery) / people.length;
    for (let at = first; at < to; at += postEvery)
      tweets.push({
        tweet_content: `${tweets.length + 1}. note of ${person.name}: a linnet sings in the hedge`,
        twitter_account_id: person.account,
        publish_at: new Date(Math.round(at)).toISOString(),
      });
    for (let n = 0; n < tweets.length; n += 50)
      await expect(person, "/api/tweets", { json: { tweets: tweets.slice(n, n + 50) }, status: 201 });
  }
}
