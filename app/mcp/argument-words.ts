// Describes tool arguments that have no description in the contract.

export const argumentWords: Record<string, string> = {
  account: "Of this account alone: its twitter_user_id as text, or its internal id.",
  alt_text: "What can be seen, for those who can't; at most 1000 characters.",
  analysis_id: "The id of a product analysis.",
  batch: "Of this topic alone: its batch_id.",
  confirm: "The confirm that preview_post answered.",
  content: "The product's description, at most 5000 characters.",
  cursor: "For the next page: `next` of the page before.",
  enable_web_search: "Whether the writer searches the web first.",
  limit: "How many at most.",
  media_id: "The id of a picture that is on the server.",
  origin: "One or several of generated, own, bot, with commas between.",
  q: "Words to look for.",
  status:
    "One or several of pending, scheduled, publishing, published, failed, idea, discarded, with commas between. pending are drafts.",
  task_id: "The id of a task, as generate_tweets answers it.",
  topic: "What the tweets are about, at most 2000 characters.",
  tweet_id: "The id of a tweet.",
  twitter_account_id: "The account's twitter_user_id as text, or its internal id.",
};
