// What the fake Gemini answers, as the real one was recorded: whole answers, refusals and broken wires, to script.

/** What one call gets: a whole answer, or a broken wire. `reset` closes before a byte came, `half` in mid-body. */
export type FakeReply =
  { status: number; body: unknown; delayMs?: number } | { wire: "hang" | "reset" | "half"; delayMs?: number };

/** A judgement that quotes the description's own first words for everything. */
export function judgementOf(description: string): Record<string, unknown> {
  const words = description.trim().split(/\s+/).slice(0, 4).join(" ");
  const one = { points: 7, words: [words], why: "It says so." };
  return {
    summary: [...description].slice(0, 200).join(""),
    tags: ["Booking", "Sailing", "Small business"],
    criteria: { clarity: one, audience: one, differentiation: one, proof: one, call_to_action: one },
    improvements: ["Name a number.", "Name a school.", "Say what to do next."],
  };
}

/** Grounding as Google sends it; a chunk is [title, address]. */
export function grounding(
  chunks: [title: string, uri: string][] = [["linnet.example", "https://linnet.example/news"]],
  renderedContent = '<div class="container"><a class="chip" href="https://search.example/?q=linnet">linnet</a></div>',
): Record<string, unknown> {
  return {
    webSearchQueries: ["linnet"],
    searchEntryPoint: { renderedContent },
    groundingChunks: chunks.map(([title, uri]) => ({ web: { uri, title } })),
    groundingSupports: [],
  };
}

const refusal = (code: number, status: string, message: string, details?: unknown[]): FakeReply => ({
  status: code,
  body: { error: { code, message, status, ...(details ? { details } : {}) } },
});

const helpWithQuotas = {
  "@type": "type.googleapis.com/google.rpc.Help",
  links: [{ description: "Quotas", url: "https://ai.google.dev/gemini-api/docs/rate-limits" }],
};

const spentQuota = (quotaId: string, quotaValue: string, retryDelay: string | null): FakeReply =>
  refusal(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan and billing details.", [
    helpWithQuotas,
    {
      "@type": "type.googleapis.com/google.rpc.QuotaFailure",
      violations: [
        {
          quotaMetric: "generativelanguage.googleapis.com/generate_content_free_tier_requests",
          quotaId,
          quotaDimensions: { location: "global" },
          quotaValue,
        },
      ],
    },
    ...(retryDelay === null ? [] : [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay }]),
  ]);

interface TextOptions {
  finishReason?: string;
  /** Sent before the text as a part marked as thought. */
  thought?: string;
  grounding?: Record<string, unknown>;
  usage?: Record<string, number>;
}

/** The answers to script, by what the person at Linnet would call them. */
export const replies = {
  text: (text: string, more: TextOptions = {}): FakeReply => ({
    status: 200,
    body: {
      candidates: [
        {
          content: {
            role: "model",
            parts: [...(more.thought ? [{ text: more.thought, thought: true }] : []), { text }],
          },
          finishReason: more.finishReason ?? "STOP",
          index: 0,
          ...(more.grounding ? { groundingMetadata: more.grounding } : {}),
        },
      ],
      usageMetadata: more.usage ?? {
        promptTokenCount: 100,
        candidatesTokenCount: 40,
        thoughtsTokenCount: 7,
        totalTokenCount: 147,
      },
      modelVersion: "fake",
      responseId: "fake-1",
    },
  }),
  tweets: (texts: string[], more: TextOptions = {}): FakeReply => replies.text(JSON.stringify({ tweets: texts }), more),
  model: (model: string, supportedGenerationMethods = ["generateContent", "countTokens"]): FakeReply => ({
    status: 200,
    body: {
      name: `models/${model}`,
      baseModelId: model,
      version: "001",
      displayName: model,
      supportedGenerationMethods,
    },
  }),
  /** Stopped for a reason of Google's list, with no text. */
  stopped: (finishReason: string): FakeReply => ({
    status: 200,
    body: {
      candidates: [{ content: {}, finishReason, index: 0 }],
      usageMetadata: { promptTokenCount: 100, totalTokenCount: 100 },
    },
  }),
  blockedPrompt: (blockReason: string): FakeReply => ({
    status: 200,
    body: { promptFeedback: { blockReason }, usageMetadata: { promptTokenCount: 100, totalTokenCount: 100 } },
  }),
  noCandidates: (): FakeReply => ({
    status: 200,
    body: { usageMetadata: { promptTokenCount: 100, totalTokenCount: 100 } },
  }),
  perMinute: (retryDelay = "29s"): FakeReply =>
    spentQuota("GenerateRequestsPerMinutePerProjectPerModel-FreeTier", "5", retryDelay),
  perDay: (): FakeReply => spentQuota("GenerateRequestsPerDayPerProjectPerModel-FreeTier", "20", "45s"),
  noQuota: (): FakeReply => spentQuota("GenerateRequestsPerDayPerProjectPerModel-FreeTier", "0", "45s"),
  exhausted: (): FakeReply => refusal(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota)."),
  /** 429 with a link to the documentation and nothing else. */
  unnamed: (): FakeReply =>
    refusal(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan and billing details.", [
      helpWithQuotas,
    ]),
  highDemand: (): FakeReply =>
    refusal(503, "UNAVAILABLE", "This model is currently experiencing high demand. Please try again later."),
  unauthenticated: (): FakeReply => refusal(401, "UNAUTHENTICATED", "Request had invalid authentication credentials."),
  unknownField: (name = "responseMime"): FakeReply =>
    refusal(400, "INVALID_ARGUMENT", `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`),
  overloaded: (): FakeReply => refusal(503, "UNAVAILABLE", "The model is overloaded. Please try again later."),
  wrongKey: (): FakeReply =>
    refusal(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [
      {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "API_KEY_INVALID",
        domain: "googleapis.com",
        metadata: { service: "generativelanguage.googleapis.com" },
      },
    ]),
  forbidden: (): FakeReply =>
    refusal(
      403,
      "PERMISSION_DENIED",
      "Method doesn't allow unregistered callers. Please use API Key or other form of API consumer identity to call this API.",
    ),
  wrongRegion: (): FakeReply => refusal(400, "FAILED_PRECONDITION", "User location is not supported for the API use."),
  unknownModel: (model: string): FakeReply =>
    refusal(
      404,
      "NOT_FOUND",
      `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
    ),
  jsonWithTools: (): FakeReply =>
    refusal(400, "INVALID_ARGUMENT", "Tool use with a response mime type: 'application/json' is unsupported"),
  /** The same refusal in the other wording that was seen. */
  controlledWithTools: (): FakeReply =>
    refusal(
      400,
      "INVALID_ARGUMENT",
      "Unable to submit request because controlled generation is not supported with google_search tool.",
    ),
  invalid: (): FakeReply => refusal(400, "INVALID_ARGUMENT", "Request contains an invalid argument."),
  broken: (): FakeReply => refusal(500, "INTERNAL", "An internal error has occurred."),
  tooSlow: (): FakeReply => refusal(504, "DEADLINE_EXCEEDED", "Deadline expired before operation could complete."),
  htmlError: (status = 502): FakeReply => ({ status, body: "<html><title>502 Bad Gateway</title></html>" }),
  /** A 200 that is no JSON, as a captive portal or a proxy gives it. */
  notJson: (): FakeReply => ({ status: 200, body: "<html>Please sign in to this network</html>" }),
  hang: (): FakeReply => ({ wire: "hang" }),
  reset: (): FakeReply => ({ wire: "reset" }),
  half: (): FakeReply => ({ wire: "half" }),
};
