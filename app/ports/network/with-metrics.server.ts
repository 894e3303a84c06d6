// Records metrics of the calls, other than posts and readings, that X charges for.
import { recordMetric } from "~/ground/telemetry/metrics.server";
import { callMicrosOf, type PaidCall } from "./call-prices";
import { judgeCall, judgeDeletion, judgeUpload, mayCost } from "./call-outcome";
import type { Network, PostAnswer } from "./port";

const judges = { upload: judgeUpload, description: judgeCall, deletion: judgeDeletion } as const;

export function withMetrics<N extends Network>(network: N): N {
  const counted = async (call: PaidCall, work: Promise<PostAnswer>): Promise<PostAnswer> => {
    const answer = await work;
    const { kind } = judges[call](answer, 0);
    const outcome = kind === "uploaded" ? "done" : kind;
    const spentMicros = mayCost(answer) ? callMicrosOf(call) : 0;
    recordMetric({ kind: "call", network: network.kind, call, outcome, spentMicros });
    return answer;
  };
  return {
    ...network,
    uploadImage: (tokens, request) => counted("upload", network.uploadImage(tokens, request)),
    describeImage: (tokens, request) => counted("description", network.describeImage(tokens, request)),
    deletePost: (tokens, request) => counted("deletion", network.deletePost(tokens, request)),
  };
}
