// What a network charges for posts that it shows, by X's price list: what Linnet believes it spent is held against it.

/** US dollars: a post read; one of the list of the account that owns the app. */
export const readPrices = { post: 0.005, own: 0.001 } as const;

export interface Meter {
  /** Posts that were charged in full. */
  posts: number;
  /** Posts that were charged as those of the app owner's own list. */
  own: number;
  /** Millionths of a dollar. */
  micros: number;
}

/** A post is charged once a UTC day, at the price of the call that shows it first. */
export class ReadMeter {
  private readonly charged = new Map<string, keyof typeof readPrices>();

  /** Posts were shown at a moment, by X's clock; `price`: by which call. */
  show(posts: readonly { id: string }[], at: number, price: keyof typeof readPrices = "post"): void {
    const day = new Date(at).toISOString().slice(0, 10);
    for (const { id } of posts) {
      const key = `${day} ${id}`;
      if (!this.charged.has(key)) this.charged.set(key, price);
    }
  }

  read(): Meter {
    const own = [...this.charged.values()].filter((price) => price === "own").length;
    const posts = this.charged.size - own;
    return { posts, own, micros: Math.round((posts * readPrices.post + own * readPrices.own) * 1_000_000) };
  }
}
