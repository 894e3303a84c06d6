// Reads any number of rows page by page.

/** Small because a tweet comes with readings, a journal and versions: a page must not block the event loop for long. */
const pageSize = 200;

/** Yields non-empty pages. `readAfter` gets the last row of the previous page, null at first. */
export async function* inPages<One>(
  readAfter: (last: One | null, limit: number) => Promise<One[]>,
  size = pageSize,
): AsyncGenerator<One[], void, undefined> {
  let last: One | null = null;
  for (;;) {
    const rows: One[] = await readAfter(last, size);
    if (rows.length > 0) yield rows;
    last = rows.at(-1) ?? null;
    if (last === null || rows.length < size) return;
  }
}
