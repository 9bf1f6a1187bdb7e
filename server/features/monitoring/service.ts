import { Gauge, type Registry } from 'prom-client'
import type { Context } from '#server/context.ts'
import {
  type Figure,
  type FigureValue,
  SLOW_FIGURES,
  type WorkerPlan,
  buildFigures,
} from './figures.ts'
import { createFigureCache, readFigures } from './read-figures.ts'

export type { FigureValue, WorkerPlan } from './figures.ts'

/** For how long figures of the database are kept, in milliseconds. */
const FIGURES_MAX_AGE_MS = 10_000
const SLOW_FIGURES_MAX_AGE_MS = 300_000

/**
 * Adds the figures of the database to a process's metrics. Every process reports the same values, so dashboards and
 * alerts aggregate them with `max`, not with `sum`. A figure is missing while the database cannot be read.
 */
export function registerDatabaseMetrics(
  registry: Registry,
  { plan, ...context }: Pick<Context, 'db' | 'log'> & { plan: WorkerPlan },
): void {
  const figures = buildFigures(plan)
  const read = createFigureCache(context, figures, FIGURES_MAX_AGE_MS)
  const readSlow = createFigureCache(context, SLOW_FIGURES, SLOW_FIGURES_MAX_AGE_MS)
  registry.registerMetric(
    new Gauge({
      name: 'kiosko_database_up',
      help: '1 if the figures of the database could be read, else 0',
      registers: [],
      async collect() {
        this.set((await read()) === undefined ? 0 : 1)
      },
    }),
  )
  registerFigures(registry, figures, read)
  registerFigures(registry, SLOW_FIGURES, readSlow)
}

/** Reads some of the figures that the metrics have, by their names, at once and anew. */
export function readFiguresByName(
  db: Context['db'],
  plan: WorkerPlan,
  names: readonly string[],
): Promise<FigureValue[]> {
  return readFigures(
    db,
    buildFigures(plan).filter(({ name }) => names.includes(name)),
  )
}

function registerFigures(
  registry: Registry,
  figures: Figure[],
  read: () => Promise<FigureValue[] | undefined>,
): void {
  for (const { name, help, labelName } of figures)
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: labelName === undefined ? [] : [labelName],
        registers: [],
        async collect() {
          const values = ((await read()) ?? []).filter(value => value.name === name)
          // A value that has disappeared, such as the amount of the last order in review, must not be reported again.
          this.reset()
          if (labelName === undefined && values.length === 0) this.remove()
          for (const { label, value } of values)
            this.set(labelName === undefined ? {} : { [labelName]: label }, value)
        },
      }),
    )
}
