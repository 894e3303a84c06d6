// The end of a text without what hangs on to it: pure.

/**
 * The text up to the last character that `loose` does not match. `loose` matches one character. A pattern with `+$`
 * would do the same, but is tried anew at each place of a long run, and so takes the square of its length.
 */
export function dropEnd(text: string, loose: RegExp): string {
  let end = text.length;
  while (end > 0 && loose.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
