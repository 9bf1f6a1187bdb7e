import autocannon from 'autocannon'

export interface Load {
  /** The next address to ask for. */
  url: () => string
  headers?: Record<string, string>
  connections: number
  seconds: number
}

export interface Answers {
  count: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

/** Asks for a while on so many connections. @throws Error when an answer is no 2xx */
export async function ask({ url, headers = {}, connections, seconds }: Load): Promise<Answers> {
  const { requests, latency, non2xx, errors } = await autocannon({
    url: new URL(url()).origin,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'GET',
        headers,
        setupRequest: request => {
          const { pathname, search } = new URL(url())
          return { ...request, path: pathname + search }
        },
      },
    ],
  })
  if (non2xx + errors > 0)
    throw new Error(`of ${url()} ${non2xx} answers were no 2xx, ${errors} did not come`)
  return {
    count: requests.total,
    perSecond: requests.average,
    p50Ms: latency.p50,
    p99Ms: latency.p99,
  }
}
