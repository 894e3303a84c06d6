// Defines how nodes wake each other early; they poll every second anyway.
export interface Wake {
  tell(): void;
  test(): Promise<boolean>;
  close(): Promise<void>;
}

export const noWake: Wake = {
  tell: () => undefined,
  test: () => Promise.resolve(true),
  close: () => Promise.resolve(),
};
