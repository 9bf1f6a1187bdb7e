import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Span, SpanStart } from './span.ts'

export type TracesConfig = NonNullable<Config['traces']>

/** The start of a trace, or of the next part of one. */
export interface RootStart extends SpanStart {
  /** The stored context of the operation that caused this one, which belongs to the same trace. */
  parent?: string | undefined
  /** The context of an operation of another trace, to which the span only refers. */
  link?: string | undefined
}

/** Sends the traces of a process to a collector. */
export interface Tracing {
  startSpan(start: RootStart): Span
  /** Sends the spans that ended, for at most a second and a half. */
  close(): Promise<void>
}

/**
 * Starts the tracing of a process, if the setting OTEL_EXPORTER_OTLP_ENDPOINT names a collector. Without it, none of
 * OpenTelemetry's code is loaded.
 */
export async function startTracing(
  { traces, appEnv: environment }: Pick<Config, 'traces' | 'appEnv'>,
  log: Logger,
): Promise<Tracing | undefined> {
  if (traces === undefined) return undefined
  const { createTracing } = await import('./open-telemetry.ts')
  return createTracing({ ...traces, environment }, log)
}
