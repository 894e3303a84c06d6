// Nine servers of chat completions: how each streams, answers whole, refuses and lists its models. Shapes as recorded by others.
export const dialectNames = [
  "openai",
  "openrouter",
  "mistral",
  "groq",
  "deepseek",
  "ollama",
  "lmstudio",
  "llamacpp",
  "vllm",
] as const;
export type DialectName = (typeof dialectNames)[number];

export interface ChatRequest {
  model?: string;
  messages?: { role: string; content: string }[];
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
  response_format?: { type: string; json_schema?: { name: string; strict: boolean; schema: Schema } };
  store?: boolean;
  reasoning_effort?: string;
  provider?: unknown;
  plugins?: { id: string }[];
}

export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: Schema;
}

/** `{data}` is "data: …", `{comment}` ": …", `{event}` "event: …", `{field}` a line as it stands. */
export type Line = { data: unknown } | { comment: string } | { event: string } | { field: string };

export interface Refusal {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

export interface Told {
  text: string;
  finish?: string | null;
  thoughts?: string;
  /** Asked for by stream_options; some tell without. */
  wantsUsage?: boolean;
  searched?: boolean;
}

interface FakeDialect {
  model: string;
  needsKey: boolean;
  headers?: Record<string, string>;
  lines(told: Told): Line[];
  whole(told: Told): unknown;
  refuses(request: ChatRequest): Refusal | null;
  wrongKey: Refusal;
  missingModel(model: string): Refusal;
  tooLong: Refusal;
  models: unknown;
}

export const tokens = { prompt_tokens: 4321, completion_tokens: 210, total_tokens: 4531 };
const error = (status: number, body: Record<string, unknown>): Refusal => ({ status, body: { error: body } });
const invalid = (message: string, more: Record<string, unknown> = {}): Refusal =>
  error(400, { message, type: "invalid_request_error", param: null, code: null, ...more });

/** In pieces of a few signs, as models write. */
const piecesOf = (text: string): string[] => text.match(/[^]{1,20}/gu) ?? [];

interface Style {
  head: Record<string, unknown>;
  first?: Record<string, unknown> | null;
  delta?(text: string): Record<string, unknown>;
  choice?: Record<string, unknown>;
  chunk?: Record<string, unknown>;
  last?: Record<string, unknown>;
  thoughts?(text: string): Record<string, unknown>;
  /** Where tokens stand: a chunk of their own without a choice, the chunk of the finish, or one that repeats it. */
  usage: "own" | "finish" | "repeat";
  usageKeys?: Record<string, unknown>;
  isUsageUnasked?: boolean;
}

function stream(style: Style, told: Told): Line[] {
  const { head, delta = (content: string) => ({ content }), choice = {}, chunk = {} } = style;
  const one = (change: Record<string, unknown>, finish: string | null, more: Record<string, unknown> = {}): Line => ({
    data: { ...head, ...chunk, choices: [{ index: 0, delta: change, finish_reason: finish, ...choice }], ...more },
  });
  const usage = { usage: { ...tokens, ...style.usageKeys } };
  const finish = told.finish === undefined ? "stop" : told.finish;
  const showsUsage = told.wantsUsage || style.isUsageUnasked;
  return [
    ...(style.first === null ? [] : [one(style.first ?? { role: "assistant", content: "" }, null)]),
    ...(told.thoughts && style.thoughts ? [one(style.thoughts(told.thoughts), null)] : []),
    ...piecesOf(told.text).map((text) => one(delta(text), null)),
    ...(finish === null ? [] : [one(style.last ?? {}, finish, showsUsage && style.usage === "finish" ? usage : {})]),
    ...(showsUsage && style.usage === "own" ? [{ data: { ...head, choices: [], ...usage } }] : []),
    ...(showsUsage && style.usage === "repeat" ? [one(style.last ?? {}, finish, usage)] : []),
    { data: "[DONE]" },
  ];
}

const wholeOf = (
  head: Record<string, unknown>,
  { text, finish = "stop", thoughts }: Told,
  more: Record<string, unknown> = {},
) => ({
  ...head,
  object: "chat.completion",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: text, ...(thoughts && { reasoning_content: thoughts }), ...more },
      logprobs: null,
      finish_reason: finish,
    },
  ],
  usage: tokens,
});

const chunkHead = (id: string, model: string, more: Record<string, unknown> = {}) => ({
  id,
  object: "chat.completion.chunk",
  created: 1770933892,
  model,
  ...more,
});

const isJsonAsked = ({ messages = [] }: ChatRequest) => messages.some(({ content }) => /json/i.test(content));
const list = (...ids: string[]) => ({
  object: "list",
  data: ids.map((id) => ({ id, object: "model", created: 1687882411, owned_by: "owner" })),
});

/** OpenAI's strict mode: each property required, no others. */
function strictFault(schema: Schema | undefined, at = ""): string | null {
  if (!schema) return "missing schema";
  if (schema.type === "object") {
    const names = Object.keys(schema.properties ?? {});
    if (schema.additionalProperties !== false)
      return `In context=(${at}), 'additionalProperties' is required to be supplied and to be false.`;
    if (names.some((name) => !schema.required?.includes(name)))
      return `In context=(${at}), 'required' must include every key in properties.`;
    return names.map((name) => strictFault(schema.properties?.[name], name)).find(Boolean) ?? null;
  }
  return schema.items ? strictFault(schema.items, "items") : null;
}

export const dialects: Record<DialectName, FakeDialect> = {
  openai: {
    model: "gpt-4.1-nano",
    needsKey: true,
    headers: { "openai-version": "2020-10-01", "x-ratelimit-reset-requests": "6ms", "x-ratelimit-reset-tokens": "0s" },
    lines: (told) =>
      stream(
        {
          head: chunkHead("chatcmpl-D8Z5oo6uDh67AD85p73ksdT1KxhE0", "gpt-4.1-nano-2025-04-14", {
            service_tier: "default",
            system_fingerprint: "fp_de604bd877",
          }),
          first: { role: "assistant", content: "", refusal: null },
          choice: { logprobs: null },
          chunk: { ...(told.wantsUsage && { usage: null }), obfuscation: "xY3" },
          usage: "own",
          usageKeys: {
            prompt_tokens_details: { cached_tokens: 0 },
            completion_tokens_details: { reasoning_tokens: 0 },
          },
        },
        told,
      ),
    whole: (told) =>
      wholeOf(
        { id: "chatcmpl-DPTOWbklMIKR6me4o4T6s4tHzxPkU", created: 1774963564, model: "gpt-4.1-nano-2025-04-14" },
        told,
        { refusal: null, annotations: [] },
      ),
    refuses(request) {
      const format = request.response_format;
      if (format?.type === "json_object" && !isJsonAsked(request))
        return invalid(
          "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
          { param: "messages" },
        );
      const fault = format?.type === "json_schema" ? strictFault(format.json_schema?.schema) : null;
      return fault === null
        ? null
        : invalid(`Invalid schema for response_format 'answer': ${fault}`, {
            param: "response_format",
            code: "invalid_json_schema",
          });
    },
    wrongKey: error(401, {
      message:
        "Incorrect API key provided: sk-w****ey. You can find your API key at https://platform.openai.com/account/api-keys.",
      type: "invalid_request_error",
      param: null,
      code: "invalid_api_key",
    }),
    missingModel: (model) =>
      error(404, {
        message: `The model \`${model}\` does not exist or you do not have access to it.`,
        type: "invalid_request_error",
        param: null,
        code: "model_not_found",
      }),
    tooLong: invalid(
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 8227 tokens. Please reduce the length of the messages.",
      { param: "messages", code: "context_length_exceeded" },
    ),
    models: list("gpt-4.1-nano", "whisper-1"),
  },
  openrouter: {
    model: "anthropic/claude-haiku-4.5",
    needsKey: true,
    lines(told) {
      const head = chunkHead("gen-1780944361-X5HAtL0Z2NQp8nHAiT6F", "anthropic/claude-4.5-haiku-20251001", {
        provider: "Amazon Bedrock",
      });
      const cited = {
        type: "url_citation",
        url_citation: {
          url: "https://example.org/trains",
          title: "Trains",
          start_index: 0,
          end_index: 0,
          content: "…",
        },
      };
      const annotations: Line[] = told.searched
        ? [
            {
              data: {
                ...head,
                choices: [
                  {
                    index: 0,
                    delta: { content: "", role: "assistant", annotations: [cited] },
                    finish_reason: null,
                    native_finish_reason: null,
                  },
                ],
              },
            },
          ]
        : [];
      const rest = stream(
        {
          head,
          first: null,
          delta: (content) => ({ content, role: "assistant" }),
          last: { content: "", role: "assistant" },
          choice: { native_finish_reason: null },
          usage: "repeat",
          isUsageUnasked: true,
          usageKeys: {
            cost: 0.000081,
            is_byok: false,
            cost_details: { upstream_inference_cost: 0.000081 },
            ...(told.searched && { server_tool_use_details: { tool_calls_executed: 1, web_search_requests: 1 } }),
          },
          thoughts: (reasoning) => ({ role: "assistant", content: "", reasoning }),
        },
        told,
      );
      const waiting: Line = { comment: "OPENROUTER PROCESSING" };
      return [waiting, waiting, ...annotations, ...rest.flatMap((line, at) => (at === 2 ? [waiting, line] : [line]))];
    },
    whole: (told) =>
      wholeOf({ id: "gen-1780944464-aVi4x8Mw2aEBGnCL6z99", provider: "Amazon Bedrock" }, told, {
        refusal: null,
        reasoning: null,
      }),
    refuses: () => null,
    wrongKey: error(401, { message: "Missing Authentication header", code: 401 }),
    missingModel: (model) => ({
      status: 400,
      body: { error: { message: `${model} is not a valid model ID`, code: 400 }, user_id: "user_1" },
    }),
    tooLong: {
      status: 400,
      body: {
        error: {
          message:
            "This endpoint's maximum context length is 200000 tokens. However, you requested about 2500021 tokens (2500021 of text input). Please reduce the length of either one, or use the context-compression plugin to compress your prompt automatically.",
          code: 400,
          metadata: { provider_name: null },
        },
        user_id: "user_1",
      },
    },
    models: {
      data: [
        { id: "anthropic/claude-haiku-4.5", name: "Claude", context_length: 200000, pricing: { prompt: "0.000001" } },
      ],
    },
  },
  mistral: {
    model: "mistral-small-latest",
    needsKey: true,
    headers: { "x-ratelimit-limit-tokens-minute": "100000" },
    lines: (told) =>
      stream(
        {
          head: chunkHead("548ed34ecc7f4a6aa69187e16761bf0c", "mistral-small-latest"),
          chunk: { p: "abcdef" },
          last: { content: "" },
          usage: "finish",
          isUsageUnasked: true,
          usageKeys: { service_tier: "standard" },
          thoughts: (text) => ({ content: [{ type: "thinking", thinking: [{ type: "text", text }] }] }),
        },
        told,
      ),
    whole: ({ text, thoughts, finish }) =>
      wholeOf(
        { id: "9cdb94fb760a41c3afdf806832b49cb4", model: "mistral-small-latest" },
        { text, ...(finish !== undefined && { finish }) },
        {
          tool_calls: null,
          ...(thoughts && {
            content: [
              { type: "thinking", thinking: [{ type: "text", text: thoughts }] },
              { type: "text", text },
            ],
          }),
        },
      ),
    refuses({ stream_options, store }) {
      const extra = stream_options
        ? ["body", "stream_options", "include_usage"]
        : store === undefined
          ? null
          : ["body", "store"];
      if (extra === null) return null;
      const detail = [{ type: "extra_forbidden", loc: extra, msg: "Extra inputs are not permitted", input: true }];
      return {
        status: 422,
        body: { object: "error", message: { detail }, type: "invalid_request_error", param: null, code: null },
      };
    },
    wrongKey: { status: 401, body: { detail: "Invalid API Key" } },
    missingModel: (model) => ({
      status: 400,
      body: { object: "error", message: `Invalid model: ${model}`, type: "invalid_model", param: null, code: "1500" },
    }),
    tooLong: {
      status: 400,
      body: {
        object: "error",
        message:
          "Prompt contains 40960 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
        type: "invalid_request_message_error",
        param: null,
        code: null,
      },
    },
    models: list("mistral-small-latest"),
  },
  groq: {
    model: "llama-3.3-70b-versatile",
    needsKey: true,
    headers: { "x-ratelimit-reset-requests": "6s", "x-ratelimit-reset-tokens": "130ms" },
    // Since 2026 also in `usage`; the older form is the harder one.
    lines(told) {
      const lines = stream(
        {
          head: chunkHead("chatcmpl-7eb08824-fb8d-47af-a1f0-3aa786f2d1f3", "llama-3.3-70b-versatile"),
          choice: { logprobs: null },
          usage: "finish",
          isUsageUnasked: true,
          thoughts: (reasoning) => ({ reasoning }),
        },
        told,
      );
      return lines.map((line) => {
        if (!("data" in line) || typeof line.data !== "object") return line;
        const { usage, ...rest } = line.data as Record<string, unknown>;
        return usage
          ? {
              data: {
                ...rest,
                x_groq: { id: "req_01kh52ndshfr2azv0xe6tnv4fx", usage: { queue_time: 0.04, ...(usage as object) } },
              },
            }
          : line;
      });
    },
    whole: (told) => wholeOf({ id: "chatcmpl-09d64d2a", x_groq: { id: "req_1", seed: 1 } }, told),
    refuses(request) {
      if (request.store !== undefined)
        return {
          status: 400,
          body: {
            error: { message: "property 'store' is unsupported, did you mean 'stop'?", type: "invalid_request_error" },
          },
        };
      if (request.response_format?.type === "json_schema")
        return {
          status: 400,
          body: {
            error: {
              message: "This model does not support response format `json_schema`. …",
              type: "invalid_request_error",
              param: "response_format",
            },
          },
        };
      return request.response_format && !isJsonAsked(request)
        ? invalid(
            "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
          )
        : null;
    },
    wrongKey: error(401, { message: "Invalid API Key", type: "invalid_request_error", code: "invalid_api_key" }),
    missingModel: (model) =>
      error(404, {
        code: "model_not_found",
        message: `The model \`${model}\` does not exist or you do not have access to it.`,
        type: "invalid_request_error",
      }),
    tooLong: invalid("Please reduce the length of the messages or completion.", {
      param: "messages",
      code: "context_length_exceeded",
    }),
    models: list("llama-3.3-70b-versatile", "openai/gpt-oss-20b"),
  },
  deepseek: {
    model: "deepseek-v4-flash",
    needsKey: true,
    lines: (told) => [
      { comment: "keep-alive" },
      ...stream(
        {
          head: chunkHead("e626f326-1f18-4dca-aad2-0f60d3d57075", "deepseek-v4-flash", {
            system_fingerprint: "fp_8b330d02d0_prod0820_fp8_kvcache_20260402",
          }),
          first: told.thoughts
            ? { role: "assistant", content: null, reasoning_content: "" }
            : { role: "assistant", content: "" },
          choice: { logprobs: null },
          chunk: { usage: null },
          last: { content: "", reasoning_content: null },
          usage: "finish",
          isUsageUnasked: true,
          usageKeys: { prompt_cache_hit_tokens: 0 },
          thoughts: (reasoning_content) => ({ content: null, reasoning_content }),
        },
        told,
      ),
    ],
    whole: (told) => wholeOf({ id: "9dabd7b4-f3a3-40a1-a684-5469f9db5235", model: "deepseek-v4-flash" }, told),
    refuses(request) {
      const refused = { code: "invalid_request_error" };
      if (request.response_format?.type === "json_schema")
        return invalid("This response_format type is unavailable now", refused);
      return request.response_format && !isJsonAsked(request)
        ? invalid(
            "Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'.",
            refused,
          )
        : null;
    },
    wrongKey: error(401, {
      message: "Authentication Fails, Your api key: ****-key is invalid",
      type: "authentication_error",
      param: null,
      code: "invalid_request_error",
    }),
    missingModel: () => invalid("Model Not Exist", { code: "invalid_request_error" }),
    tooLong: {
      ...invalid(
        "This model's maximum context length is 1048565 tokens. However, you requested 1250025 tokens (1250025 in the messages, 0 in the completion). Please reduce the length of the messages or completion.",
        { code: "invalid_request_error" },
      ),
      headers: { "content-type": "application/octet-stream" },
    },
    models: { object: "list", data: [{ id: "deepseek-v4-flash", object: "model", owned_by: "deepseek" }] },
  },
  ollama: {
    model: "llama3.1:8b",
    needsKey: false,
    lines: (told) =>
      stream(
        {
          head: chunkHead("chatcmpl-745", "llama3.1:8b", { system_fingerprint: "fp_ollama" }),
          first: null,
          delta: (content) => ({ role: "assistant", content }),
          last: { role: "assistant", content: "" },
          usage: "own",
          thoughts: (reasoning) => ({ role: "assistant", content: "", reasoning }),
        },
        told,
      ),
    whole: (told) => wholeOf({ id: "chatcmpl-539", model: "llama3.1:8b", system_fingerprint: "fp_ollama" }, told),
    refuses: () => null,
    wrongKey: error(401, { message: "Unauthorized", type: "api_error", param: null, code: null }),
    missingModel: (model) =>
      error(404, {
        message: `model "${model}" not found, try pulling it first`,
        type: "not_found_error",
        param: null,
        code: null,
      }),
    tooLong: invalid(
      '{"error":{"code":400,"message":"request (6063 tokens) exceeds the available context size (4096 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":6063,"n_ctx":4096}}',
    ),
    models: list("llama3.1:8b", "qwen3:4b"),
  },
  lmstudio: {
    model: "gemma-2-2b-it",
    needsKey: false,
    lines: (told) =>
      stream(
        {
          head: chunkHead("chatcmpl-um3b2l9t12bzrtha63q8", "gemma-2-2b-it"),
          first: null,
          delta: (content) => ({ role: "assistant", content }),
          choice: { logprobs: null },
          usage: "own",
          thoughts: (reasoning_content) => ({ role: "assistant", reasoning_content }),
        },
        // No recording with tokens was found.
        { ...told, wantsUsage: false },
      ),
    whole: (told) =>
      wholeOf(
        { id: "chatcmpl-0y6dbfrovvc94gvie5mdry1", stats: {}, model: "gemma-2-2b-it" },
        { thoughts: "", ...told },
        { tool_calls: [] },
      ),
    refuses: ({ response_format }) =>
      response_format?.type === "json_object"
        ? { status: 400, body: { error: "'response_format.type' must be 'json_schema' or 'text'" } }
        : null,
    wrongKey: error(401, {
      type: "invalid_request",
      code: "invalid_api_key",
      message:
        "An LM Studio API token is required to make requests to this server, but none was provided using the Authorization header using the 'Bearer' scheme (…)",
    }),
    missingModel: (model) =>
      invalid(`Invalid model identifier "${model}". Please specify a valid downloaded model (e.g., …).`, {
        param: "model",
        code: "model_not_found",
      }),
    tooLong: {
      status: 400,
      body: {
        error:
          'Engine protocol predict request returned 400: {"error":{"code":400,"message":"request (9025 tokens) exceeds the available context size (8192 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":9025,"n_ctx":8192}}',
      },
    },
    models: { data: [{ id: "gemma-2-2b-it", object: "model", owned_by: "organization_owner" }], object: "list" },
  },
  llamacpp: {
    model: "qwen3-8b",
    needsKey: false,
    lines: (told) =>
      stream(
        {
          head: {
            created: 1785448607,
            id: "chatcmpl-zwksN84YFlRuJk31X4rVCZ4aMRLGShAU",
            model: "qwen3-8b",
            object: "chat.completion.chunk",
          },
          first: { role: "assistant", content: null },
          usage: "own",
          usageKeys: { prompt_tokens_details: { cached_tokens: 0 } },
          thoughts: (reasoning_content) => ({ reasoning_content }),
        },
        told,
      ),
    whole: (told) => wholeOf({ created: 1790253601, model: "/models/qwen3-8b.gguf", timings: { prompt_n: 67 } }, told),
    refuses: () => null,
    wrongKey: error(401, { code: 401, message: "Invalid API Key", type: "authentication_error" }),
    missingModel: () => error(404, { code: 404, message: "model not found", type: "not_found_error" }),
    tooLong: error(400, {
      code: 400,
      message: "request (3018 tokens) exceeds the available context size (2048 tokens), try increasing it",
      type: "exceed_context_size_error",
      n_prompt_tokens: 3018,
      n_ctx: 2048,
    }),
    models: {
      models: [{ name: "qwen3-8b" }],
      object: "list",
      data: [{ id: "qwen3-8b", aliases: ["qwen3"], object: "model", owned_by: "llamacpp", meta: { n_ctx: 40960 } }],
    },
  },
  vllm: {
    model: "gemma4-31b",
    needsKey: false,
    lines: (told) =>
      stream(
        {
          head: chunkHead("chatcmpl-84fcf3946abda724", "gemma4-31b"),
          choice: { logprobs: null, token_ids: null },
          last: { content: "" },
          usage: "own",
          thoughts: (reasoning) => ({ reasoning }),
        },
        told,
      ),
    whole: (told) =>
      wholeOf({ id: "chatcmpl-bb111f1751887699", prompt_logprobs: null, service_tier: null }, told, {
        refusal: null,
        annotations: null,
        function_call: null,
      }),
    refuses: () => null,
    wrongKey: { status: 401, body: { error: "Unauthorized" } },
    missingModel: (model) =>
      error(404, {
        message: `The model \`${model}\` does not exist.`,
        type: "NotFoundError",
        param: "model",
        code: 404,
      }),
    tooLong: error(400, {
      message:
        "This model's maximum context length is 32768 tokens. However, you requested 24000 output tokens and your prompt contains at least 8769 input tokens, for a total of at least 32769 tokens. Please reduce the length of the input prompt or the number of requested output tokens. (parameter=input_tokens, value=8769)",
      type: "BadRequestError",
      param: "input_tokens",
      code: 400,
    }),
    models: {
      object: "list",
      data: [{ id: "gemma4-31b", object: "model", owned_by: "vllm", root: "Google/Gemma", max_model_len: 917504 }],
    },
  },
};
