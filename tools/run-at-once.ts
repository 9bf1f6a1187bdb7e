/**
 * Runs a task for each number from 0 to `count - 1`, with at most `atOnce` running at the same time. Resolves to the
 * results in the order of the numbers.
 */
export async function runAtOnce<Result>(
  atOnce: number,
  count: number,
  task: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const runner = async () => {
    while (next < count) {
      const index = next++
      results[index] = await task(index)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runner))
  return results
}
