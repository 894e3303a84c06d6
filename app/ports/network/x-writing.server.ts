// Writes to X: posts, pictures, descriptions, deletions.
import type { TwitterApi } from "twitter-api-v2";
import { withoutSecrets } from "~/ground/secrets/redact";
import type { Network, NetworkTokens, PostAnswer, WriteRequest } from "./port";
import { readProblem } from "./problem";
import type { Exchange } from "./x-connection.server";
import { isGood, type XCall } from "./x-reading.server";

interface WritingSetup {
  call: <T>(request: XCall, work: (client: TwitterApi) => Promise<T>) => Promise<Exchange<T>>;
  secretsWith: (tokens: NetworkTokens) => string[];
}

type MediaIds = [string] | [string, string] | [string, string, string] | [string, string, string, string];

/** Refusals are stored and shown to users, so secrets that X repeats are removed. */
const withoutSecretsIn = (body: unknown, secrets: string[]): unknown =>
  body === undefined ? body : (JSON.parse(withoutSecrets(JSON.stringify(body), secrets)) as unknown);

/** For days in 2025 X accepted pictures only as JSON (node-twitter-api-v2#591). */
const wantsJson = (answer: PostAnswer): boolean =>
  answer.kind === "answered" &&
  answer.status === 400 &&
  /content-type of application\/json/i.test(`${readProblem(answer.body).message} ${readProblem(answer.body).detail}`);

export function xWriting({
  call,
  secretsWith,
}: WritingSetup): Pick<Network, "post" | "uploadImage" | "describeImage" | "deletePost"> {
  async function write(
    name: string,
    tokens: NetworkTokens,
    { timeoutMs, signal, mayBegin }: WriteRequest,
    work: (client: TwitterApi) => Promise<unknown>,
  ): Promise<PostAnswer> {
    const { reply } = await call({ name, tokens, timeoutMs, signal, mayBegin }, work);
    if (reply.kind !== "answered") return reply;
    if (!isGood(reply)) return { ...reply, body: withoutSecretsIn(reply.body, secretsWith(tokens)) };
    if (typeof reply.body === "object" && reply.body !== null) return reply;
    return { kind: "lost", status: reply.status, detail: "the answer was not what X sends" };
  }

  const post: Network["post"] = (tokens, request) => {
    const { text, replyTo, mediaIds = [], madeWithAi = false } = request;
    const more = {
      ...(replyTo === undefined ? {} : { reply: { in_reply_to_tweet_id: replyTo } }),
      ...(mediaIds.length === 0 ? {} : { media: { media_ids: [...mediaIds] as MediaIds } }),
      ...(madeWithAi ? { made_with_ai: true } : {}),
    };
    return write("post", tokens, request, (client) => client.v2.tweet(text, more));
  };

  // One request: the library's `uploadMedia` makes three and drops X's message if the last fails.
  const uploadImage: Network["uploadImage"] = async (tokens, { bytes, ...ask }) => {
    const media = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const category = { media_category: "tweet_image" };
    const answer = await write("upload", tokens, ask, (client) =>
      client.v2.post("media/upload", { media, ...category }, { forceBodyMode: "form-data" }),
    );
    if (!wantsJson(answer)) return answer;
    return write("upload as JSON", tokens, ask, (client) =>
      client.v2.post("media/upload", { media: media.toString("base64"), ...category }),
    );
  };

  const describeImage: Network["describeImage"] = (tokens, { mediaId, text, ...ask }) =>
    write("describe", tokens, ask, (client) => client.v2.createMediaMetadata(mediaId, { alt_text: { text } }));

  const deletePost: Network["deletePost"] = async (tokens, { postId, ...ask }) => {
    // The id becomes part of the URL.
    if (!/^\d{1,19}$/.test(postId)) return { kind: "not_sent", detail: "the post's id is not one of X's" };
    return write("delete", tokens, ask, (client) => client.v2.deleteTweet(postId));
  };

  return { post, uploadImage, describeImage, deletePost };
}
