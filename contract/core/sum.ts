/** Adds up numbers, such as amounts in minor units. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Adds up numbers; null while one of them is unknown. */
export function sumOrNull(numbers: readonly (number | null)[]): number | null {
  return numbers.includes(null) ? null : sum(numbers.map(number => number ?? 0))
}
