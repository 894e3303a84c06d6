// Formats an amount in US dollars.

export function dollars(amount: number): string {
  const exact = Number(amount.toFixed(3));
  return `$${exact.toFixed(Math.abs(exact * 100 - Math.round(exact * 100)) > 1e-9 ? 3 : 2)}`;
}
