// Finds the post id in the URL of a post at the network or in the sandbox. Pure.

export const postAddress = /\/status\/\d{1,20}(?:[/?#]|$)/;

export const postIdIn = (address: string): string | null =>
  /\d+/.exec(postAddress.exec(address)?.[0] ?? "")?.[0] ?? null;
