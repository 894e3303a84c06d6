// Nodes of one database wake each other. A hurry only: whoever is not woken asks each second.
export interface Wake {
  /** Something may be due now, also for the others. */
  tell(): void;
  /** Whether a node hears of it at once; asked by telling oneself. */
  test(): Promise<boolean>;
  close(): Promise<void>;
}

/** For a database that only one node serves. */
export const noWake: Wake = {
  tell: () => undefined,
  test: () => Promise.resolve(true),
  close: () => Promise.resolve(),
};
