// An amount of money as it is written.

/** "$0.015", "$0.20": as few digits as say it exactly, never under two. */
export function dollars(amount: number): string {
  const exact = Number(amount.toFixed(3));
  return `$${exact.toFixed(Math.abs(exact * 100 - Math.round(exact * 100)) > 1e-9 ? 3 : 2)}`;
}
