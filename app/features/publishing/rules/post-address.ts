// The address of a post at the network or in the sandbox, as a person copies it. Pure.

export const postAddress = /\/status\/\d{1,20}(?:[/?#]|$)/;

/** The post's id in it; null: it is no post's address. */
export const postIdIn = (address: string): string | null =>
  /\d+/.exec(postAddress.exec(address)?.[0] ?? "")?.[0] ?? null;
