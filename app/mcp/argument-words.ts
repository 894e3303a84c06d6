// Describes tool arguments that have no description in the contract.

export const argumentWords: Record<string, string> = {
  account: "Only this account: its twitter_user_id as text, or its internal id.",
  alt_text: "Describes the image for people who can't see it; up to 1,000 characters.",
  analysis_id: "The id of a product analysis.",
  batch: "Only this topic: its batch_id.",
  confirm: "The `confirm` that preview_post returned.",
  content: "The product description, up to 5,000 characters.",
  cursor: "To get the next page: `next` from the previous page.",
  enable_web_search: "Whether the AI searches the web first.",
  limit: "The maximum number to return.",
  media_id: "The id of an uploaded image.",
  origin: "One or more of generated, own, bot, separated by commas.",
  q: "The words to search for.",
  status:
    "One or more of pending, scheduled, publishing, published, failed, idea, `discarded`, separated by commas. pending means drafts.",
  task_id: "The task id that generate_tweets returned.",
  topic: "What the tweets are about, up to 2,000 characters.",
  tweet_id: "The id of a tweet.",
  twitter_account_id: "The account's twitter_user_id as text, or its internal id.",
};
