import { ExportResultCode } from '@opentelemetry/core'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { toErrorName } from './attributes.ts'

/** The pause in milliseconds between two log lines about a collector that does not take the traces. */
const REPORT_INTERVAL_MS = 60_000

/** Wraps an exporter so that spans that could not be sent are counted in the log, at most once a minute. */
export function reportFailedExports(exporter: SpanExporter, log: Logger): SpanExporter {
  let lostSpans = 0
  let reportedAt = -Infinity
  return {
    export(spans, onResult) {
      exporter.export(spans, result => {
        if (result.code !== ExportResultCode.SUCCESS) {
          lostSpans += spans.length
          if (performance.now() - reportedAt >= REPORT_INTERVAL_MS) {
            log.warn({ fault: toErrorName(result.error), lostSpans }, 'traces could not be sent')
            reportedAt = performance.now()
            lostSpans = 0
          }
        }
        onResult(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  }
}
