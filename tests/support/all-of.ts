// Pages as one list.

export async function allOf<One>(pages: AsyncIterable<readonly One[]>): Promise<One[]> {
  const all: One[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}
