import { randomUUID } from 'node:crypto'
import {
  ROOT_CONTEXT,
  type Span as ApiSpan,
  SpanKind as ApiKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import { parseKeyPairsIntoRecord, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { VERSION } from '#server/version.ts'
import { type SpanAttributes, pickAttributes } from './attributes.ts'
import { reportFailedExports } from './report-failed-exports.ts'
import type { Span, SpanKind, SpanStart } from './span.ts'
import type { RootStart, TracesConfig, Tracing } from './tracing.ts'

/** The greatest number of ended spans that wait for the collector. Further ones are dropped. */
const MAX_WAITING_SPANS = 2048
const BATCH_SPANS = 256
const BATCH_DELAY_MS = 1000
const EXPORT_TIMEOUT_MS = 2000
const CLOSE_TIMEOUT_MS = 1500

const KINDS: Record<SpanKind, ApiKind> = {
  server: ApiKind.SERVER,
  consumer: ApiKind.CONSUMER,
  client: ApiKind.CLIENT,
  internal: ApiKind.INTERNAL,
}

/**
 * Creates the tracing of a process with OpenTelemetry's SDK. Nothing is registered globally. The resource has only the
 * attributes that are named here: those that the SDK can find out itself include the command line of the process.
 */
export function createTracing(
  { url, headers, serviceName, sampleRatio, environment }: TracesConfig & { environment: string },
  log: Logger,
): Tracing {
  const exporter = new OTLPTraceExporter({
    url,
    headers: parseKeyPairsIntoRecord(headers),
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': VERSION,
      'service.instance.id': randomUUID(),
      'deployment.environment.name': environment,
    }),
    // The part of a trace that another process has started follows its decision, so that a trace is sent as a whole.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportFailedExports(exporter, log),
        maxQueueSize: MAX_WAITING_SPANS,
        maxExportBatchSize: BATCH_SPANS,
        scheduledDelayMillis: BATCH_DELAY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('kiosko', VERSION)
  return {
    startSpan({ parent, link, ...start }: RootStart) {
      const parentContext = parent === undefined ? null : parseTraceParent(parent)
      const linkedContext = link === undefined ? null : parseTraceParent(link)
      const context = parentContext
        ? trace.setSpanContext(ROOT_CONTEXT, { ...parentContext, isRemote: true })
        : ROOT_CONTEXT
      const links = linkedContext ? [{ context: linkedContext }] : []
      const span = tracer.startSpan(start.name, { ...toOptions(start), links }, context)
      return new TracedSpan(tracer, span)
    },
    async close() {
      // A span that is not sent in time is lost. The exporter itself gives up soon after.
      const late = new Promise<void>(resolve => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), late])
    },
  }
}

const toOptions = ({ kind, attributes }: SpanStart) => ({
  kind: KINDS[kind],
  attributes: pickAttributes(attributes),
})

/** A span of OpenTelemetry, to which only the allowed attributes are added. */
class TracedSpan implements Span {
  readonly #tracer: Tracer
  readonly #span: ApiSpan
  #hasFailed = false
  #hasEnded = false

  constructor(tracer: Tracer, span: ApiSpan) {
    this.#tracer = tracer
    this.#span = span
  }

  get traceId(): string {
    return this.#span.spanContext().traceId
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext()
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
  }

  startChild(start: SpanStart): Span {
    const context = trace.setSpan(ROOT_CONTEXT, this.#span)
    const child = this.#tracer.startSpan(start.name, toOptions(start), context)
    return new TracedSpan(this.#tracer, child)
  }

  setAttributes(attributes: SpanAttributes): void {
    if (!this.#hasEnded) this.#span.setAttributes(pickAttributes(attributes))
  }

  fail(errorType: string): void {
    if (this.#hasEnded || this.#hasFailed) return
    this.#hasFailed = true
    this.#span.setAttributes(pickAttributes({ 'error.type': errorType }))
    this.#span.setStatus({ code: SpanStatusCode.ERROR })
  }

  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#span.end()
  }
}
