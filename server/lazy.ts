/**
 * Creates a function that loads a value at its first call and afterwards returns the same value. After a failed load,
 * the next call loads again.
 */
export function createLazyLoader<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    }))
}
