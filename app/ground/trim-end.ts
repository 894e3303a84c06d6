// Trims characters from the end of a text in linear time. Pure.

/** `loose` matches one character. A pattern with `+$` takes quadratic time on long runs. */
export function dropEnd(text: string, loose: RegExp): string {
  let end = text.length;
  while (end > 0 && loose.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
