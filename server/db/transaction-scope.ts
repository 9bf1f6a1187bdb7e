import { AsyncLocalStorage } from 'node:async_hooks'

const scopes = new AsyncLocalStorage<{ isOpen: boolean }>()

/** Runs the work of a transaction, so that `checkOutsideTransaction` refuses what is called from within it. */
export async function runAsTransaction<T>(work: () => Promise<T>): Promise<T> {
  const scope = { isOpen: true }
  try {
    return await scopes.run(scope, work)
  } finally {
    scope.isOpen = false
  }
}

/**
 * Refuses to lend another connection of a pool to code inside a transaction. If the transactions on all connections of
 * the pool did so at once, they would wait for each other for ever; the embedded database has one connection only.
 * @throws Error if the caller runs in a transaction that has not ended
 */
export function checkOutsideTransaction(): void {
  if (scopes.getStore()?.isOpen)
    throw new Error('code inside a transaction asked the pool for another connection')
}
