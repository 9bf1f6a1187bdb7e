import type { REPORT_REASONS } from '#contract/admin/reports.ts'
import * as m from '#messages'

const REASON_TEXTS: Record<(typeof REPORT_REASONS)[number], () => string> = {
  copyright: m.report_copyright,
  scam: m.report_scam,
  broken_file: m.report_broken_file,
  offensive: m.report_offensive,
  illegal: m.report_illegal,
  other: m.report_other,
}

export function getReportReasonText(reason: (typeof REPORT_REASONS)[number]): string {
  return REASON_TEXTS[reason]()
}
