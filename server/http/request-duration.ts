const NAME = 'http_request_seconds'
/** Upper bounds in s; what takes longer is in the last bucket, which has none. */
const BOUNDS = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10]

/** Answers of one kind. */
interface Kind {
  /** How many fell between a bound and the one before. */
  counts: number[]
  sumSeconds: number
}

/**
 * Counts how long answers take, as a histogram of Prometheus. The library's own finds its buckets by the words of
 * their labels at every answer, which takes as long as all else that is done for a kept one; these are found once.
 */
export function createDurations() {
  /** By their labels, as Prometheus has them but for the braces. */
  const kinds = new Map<string, Kind>()

  /** @returns what counts an answer of a kind, by the ms it took */
  function countAs(method: string, route: string, status: number): (ms: number) => void {
    const labels = `method="${quoted(method)}",route="${quoted(route)}",status="${status}"`
    const none = { counts: Array<number>(BOUNDS.length + 1).fill(0), sumSeconds: 0 }
    const kind: Kind = kinds.get(labels) ?? none
    kinds.set(labels, kind)
    return ms => {
      const seconds = ms / 1000
      let bucket = 0
      while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]!) bucket++
      kind.counts[bucket]! += 1
      kind.sumSeconds += seconds
    }
  }

  /** In Prometheus' text format. */
  function text(): string {
    const lines = [...kinds].flatMap(([labels, { counts, sumSeconds }]) => {
      let total = 0
      const buckets = counts.map((count, index) => {
        total += count
        return `${NAME}_bucket{le="${BOUNDS[index] ?? '+Inf'}",${labels}} ${total}`
      })
      return [
        ...buckets,
        `${NAME}_sum{${labels}} ${sumSeconds}`,
        `${NAME}_count{${labels}} ${total}`,
      ]
    })
    const head = `# HELP ${NAME} Time to answer, by route and status\n# TYPE ${NAME} histogram`
    return `${[head, ...lines].join('\n')}\n`
  }

  return { countAs, text }
}

const quoted = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
