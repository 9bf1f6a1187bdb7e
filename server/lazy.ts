/**
 * Loads a value at the first call and returns the same value afterwards. A failed load is repeated at the next call.
 */
export function createLazyLoader<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined
      throw error
    }))
}
