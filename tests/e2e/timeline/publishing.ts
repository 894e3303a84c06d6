// Posts tweets at once, as their page would.
import { type ApiTweet, type Visitor } from "../../support/people/browser";
import { expect } from "../support/fixtures";

export async function publish(visitor: Visitor, tweets: ApiTweet[]): Promise<ApiTweet[]> {
  const published: ApiTweet[] = [];
  for (const { id } of tweets) {
    const answer = await visitor.call<{ data: ApiTweet }>("POST", `/api/questions/publish-now/${id}`, {});
    expect(answer.status).toBe(200);
    published.push(answer.body.data);
  }
  return published;
}
