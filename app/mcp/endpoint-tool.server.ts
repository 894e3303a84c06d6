// Builds a tool from an API route; its arguments are the route's ids and fields.
import { z } from "zod";
import { idSchema } from "~/ground/api-shapes.server";
import type { Access, Endpoint } from "~/http/contract/endpoint.server";
import { inputOf, readArguments } from "./schemas.server";
import type { Arguments, Described, Tool } from "./tool.server";

export const tweetIdArgument = { tweet_id: z.int("tweet_id must be a tweet's id").pipe(idSchema) };
export const analysisIdArgument = { analysis_id: z.int("analysis_id must be an analysis's id").pipe(idSchema) };

interface EndpointTool<Answer> extends Described {
  endpoint: Endpoint<Access, unknown, unknown, Answer>;
  ids?: z.ZodRawShape;
  tell(answer: Omit<Answer, "success">): object;
}

export function endpointTool<Answer>({ endpoint, ids = {}, tell, ...described }: EndpointTool<Answer>): Tool {
  const idsSchema = z.object(ids);
  return {
    ...described,
    input: inputOf(endpoint, ids),
    async run({ send }, args) {
      const isId = ([name]: [string, unknown]) => Object.hasOwn(ids, name);
      const entries = Object.entries(args);
      const params = toTexts(readArguments(idsSchema, Object.fromEntries(entries.filter(isId))));
      const fields = Object.fromEntries(entries.filter((entry) => !isId(entry)));
      const sent = endpoint.method === "GET" ? { query: toTexts(fields) } : { body: fields };
      return tell(await send(endpoint, { params, ...sent }));
    },
  };
}

const toTexts = (fields: Arguments): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value == null ? [] : [[name, toText(value)] as const])),
  );

const toText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
