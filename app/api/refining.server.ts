// API handlers for refining tweets and reading earlier versions.
import { refine, writeAgain } from "~/features/generation/generation.server";
import { restoreVersion } from "~/features/publishing/publishing.server";
import { weigh } from "~/features/tweets/text.server";
import { listVersions } from "~/features/tweets/versions.server";
import { iso } from "~/ground/time/iso";
import { serve } from "~/http/api/api.server";
import { asKey } from "~/http/api/named-key.server";
import { tweetId, versionNo } from "~/http/api/params.server";
import { taskAnswer } from "./generation.server";
import { tellTweet } from "~/features/publishing/to-api.server";
import * as contract from "~/http/contract/refining.server";

export const refining = [
  serve(contract.refine, async ({ app, params, user, body, once }) => {
    const ask = { userId: user.id, tweetId: tweetId(params), ...body };
    return taskAnswer(await refine(app, ask, (trx, id) => once.keep(trx, () => taskAnswer(id))));
  }),
  serve(contract.writeAgain, async ({ app, params, user, once }) => {
    const ask = { userId: user.id, batchId: params["batch_id"] ?? "" };
    return taskAnswer(await writeAgain(app, ask, (trx, id) => once.keep(trx, () => taskAnswer(id))));
  }),
  serve(contract.listVersions, async ({ app, params, user }) => {
    const versions = await listVersions(app, user.id, tweetId(params));
    return {
      data: versions.map(({ no, content, writtenAt, by, instruction, words }, at) => ({
        version_no: no,
        tweet_content: content,
        written_at: iso(writtenAt),
        written_by: by,
        instruction,
        words,
        weighted_length: weigh(content),
        is_current: at === 0,
      })),
    };
  }),
  serve(contract.restoreVersion, async ({ app, params, user, key }) => {
    const ask = { userId: user.id, tweetId: tweetId(params), no: versionNo(params), ...asKey(key) };
    return { data: await tellTweet(app, user.timezone, await restoreVersion(app, ask)) };
  }),
];
