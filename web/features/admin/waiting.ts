import type { EndpointReply } from '#contract/core/endpoint.ts'
import type { getAdminOverview } from '#contract/admin/operations.ts'
import * as m from '#messages'

type Overview = EndpointReply<typeof getAdminOverview>

/** The tabs of the admin area with work that waits, the most urgent first: what concerns a buyer's money leads. */
export const WAITING_TABS = [
  { tab: 'unmatched', count: (overview: Overview) => overview.unmatchedPayments },
  { tab: 'reviews', count: (overview: Overview) => overview.reviews },
  { tab: 'reports', count: (overview: Overview) => overview.openReports },
  { tab: 'jobs', count: (overview: Overview) => overview.deadJobs },
] as const

type WaitingTab = (typeof WAITING_TABS)[number]['tab']

const LABELS: Record<WaitingTab, () => string> = {
  unmatched: m.admin_unmatched,
  reviews: m.admin_reviews,
  reports: m.admin_reports,
  jobs: m.admin_jobs,
}

/** Lists the tabs in which something waits for an admin, with how much. */
export const listWaiting = (
  overview: Overview,
): { tab: WaitingTab; label: string; count: number }[] =>
  WAITING_TABS.map(({ tab, count }) => ({
    tab,
    label: LABELS[tab](),
    count: count(overview),
  })).filter(({ count }) => count > 0)
