// Rows of any number, read page by page: nobody waits for all of them, and no memory holds them.

/** So few that making one into a file is a short turn of the loop: a tweet has readings, a journal and versions. */
const pageSize = 200;

/** Pages of `size` rows, none of them empty, each read after the last one's end; `readAfter` is handed null first. */
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
