/** Runs work that ends if the page is closed. The browser asks before it closes the page meanwhile. */
export async function askBeforeClosing<T>(work: () => Promise<T>): Promise<T> {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', ask)
  try {
    return await work()
  } finally {
    removeEventListener('beforeunload', ask)
  }
}
