import { AsyncLocalStorage } from 'node:async_hooks'
import { type SpanAttributes, toErrorName } from './attributes.ts'

/**
 * What a span stands for: a request from outside, a job, a call to another system, or a part of one of these.
 * Source: OpenTelemetry's span kinds.
 */
export type SpanKind = 'server' | 'consumer' | 'client' | 'internal'

/** A span to be started. Its name is made of constants of the code: a method and a route pattern, or a kind of job. */
export interface SpanStart {
  name: string
  kind: SpanKind
  attributes: SpanAttributes
}

/** An operation that is being measured, as a part of a trace. */
export interface Span {
  traceId: string
  /** The context of this span as W3C Trace Context writes it, from which a job continues the trace. */
  traceparent: string
  startChild(start: SpanStart): Span
  setAttributes(attributes: SpanAttributes): void
  /**
   * Marks the operation as failed. `errorType` is a code, such as `unavailable`. Only the first call counts, since it is
   * made where the error is known best.
   */
  fail(errorType: string): void
  /** Ends the measurement. Only the first call counts. */
  end(): void
}

/** The span of the operation that is running. Without tracing there is never one, and asking for it costs nothing. */
const activeSpan = new AsyncLocalStorage<Span>()

/** Returns the span of the running operation; undefined if it is not traced. */
export const getActiveSpan = (): Span | undefined => activeSpan.getStore()

/** Runs a function whose calls, jobs and log lines belong to `span`. */
export const runInSpan = <T>(span: Span, run: () => T): T => activeSpan.run(span, run)

/** Returns what a log line tells about the running operation. */
export function describeActiveSpan(): { traceId?: string } {
  const span = activeSpan.getStore()
  return span ? { traceId: span.traceId } : {}
}

/** Runs an operation in `span` and ends the span after it. A thrown error marks the span as failed. */
export async function measureSpan<T>(span: Span, run: () => Promise<T>): Promise<T> {
  try {
    return await activeSpan.run(span, run)
  } catch (error) {
    span.fail(toErrorName(error))
    throw error
  } finally {
    span.end()
  }
}

/**
 * Measures a call to another system as a part of the running operation. A call of an operation that is not traced is
 * only made.
 */
export function traceCall<T>(
  name: string,
  attributes: SpanAttributes,
  call: () => Promise<T>,
): Promise<T> {
  const parent = activeSpan.getStore()
  if (!parent) return call()
  return measureSpan(parent.startChild({ name, kind: 'client', attributes }), call)
}
