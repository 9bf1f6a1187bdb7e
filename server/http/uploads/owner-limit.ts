import pLimit, { type LimitFunction } from 'p-limit'

/**
 * Limits how many tasks run at the same time, in all and for each owner, and how many wait. The waiting tasks of one
 * owner do not delay those of others.
 */
export class OwnerLimit<Owner = number> {
  readonly #overall: LimitFunction
  readonly #byOwner = new Map<Owner, LimitFunction>()
  readonly #limits: { overall: number; perOwner: number; waitingPerOwner: number; waiting: number }

  constructor(limits: {
    /** The maximum number of tasks that run at the same time. */
    overall: number
    perOwner: number
    /** The maximum number of tasks of one owner that wait. */
    waitingPerOwner: number
    /** The maximum number of tasks of all owners that wait for a place. */
    waiting: number
  }) {
    this.#limits = limits
    this.#overall = pLimit(limits.overall)
  }

  /** The number of tasks that wait for others than those of their own owner. */
  get waitingCount(): number {
    return this.#overall.pendingCount
  }

  /**
   * Runs a task of an owner as soon as a place is free.
   * @returns the task's result, or undefined if too many tasks wait already
   */
  tryRun<T>(ownerId: Owner, task: () => Promise<T>): Promise<T> | undefined {
    const { perOwner, waitingPerOwner, waiting } = this.#limits
    const own = this.#byOwner.get(ownerId) ?? pLimit(perOwner)
    if (own.pendingCount >= waitingPerOwner || this.#overall.pendingCount >= waiting)
      return undefined
    this.#byOwner.set(ownerId, own)
    return own(() => this.#overall(task)).finally(() => {
      if (own.activeCount + own.pendingCount === 0) this.#byOwner.delete(ownerId)
    })
  }
}
