import type { SystemStatus } from '#contract/system-status.ts'
import * as m from '#messages'
import { formatNumber, formatStorage } from '#web/i18n/format.ts'
import { type CheckView, formatFigures, linkToTab, listTexts } from './check-view.ts'
import { formatDuration, formatTimeAgo } from './time.ts'

const group = 'services'

/** Describes the checks of what the marketplace runs on. A part that is not set up is left out. */
export function describeServices(status: SystemStatus): CheckView[] {
  const { database, replica, scans } = status
  return [
    {
      name: 'database',
      group,
      title: m.status_database(),
      ...database,
      value: database.figures
        ? m.status_database_ok({ ms: formatNumber(database.figures.responseMs) })
        : m.status_database_bad(),
      details: [],
      action: m.status_database_action(),
      runbook: 'database-down',
    },
    ...(replica ? [describeReplica(replica)] : []),
    describeStorage(status.storage),
    describeMail(status.mail),
    ...(scans
      ? [
          {
            name: 'scans' as const,
            group,
            title: m.status_scans(),
            ...scans,
            value: scans.figures && formatNumber(scans.figures.count),
            details: [],
            action: m.status_scans_action(),
            link: linkToTab('files', m.admin_files()),
            runbook: 'scans-late',
          } satisfies CheckView,
        ]
      : []),
  ]
}

function describeReplica(check: NonNullable<SystemStatus['replica']>): CheckView {
  const lagSeconds = check.figures?.lagSeconds ?? null
  return {
    name: 'replica',
    group,
    title: m.status_replica(),
    ...check,
    value:
      lagSeconds === null
        ? m.status_replica_bad()
        : m.status_replica_lag({ duration: formatDuration(lagSeconds) }),
    details: [],
    action: m.status_replica_action(),
  }
}

function describeStorage(check: SystemStatus['storage']): CheckView {
  const { figures } = check
  const disk = figures?.disk
  const space =
    disk &&
    m.status_storage_space({
      free: formatStorage(disk.freeBytes),
      total: formatStorage(disk.totalBytes),
    })
  const isUnwritable = figures?.isWritable === false
  return {
    name: 'storage',
    group,
    title: m.status_storage(),
    ...check,
    value: isUnwritable
      ? m.status_storage_bad()
      : (space ?? (figures?.bucket ? m.status_storage_bucket({ bucket: figures.bucket }) : null)),
    details: listTexts(isUnwritable && space),
    action: isUnwritable ? m.status_storage_bad_action() : m.status_storage_full_action(),
    runbook: 'storage-almost-full',
  }
}

function describeMail(check: SystemStatus['mail']): CheckView {
  const { figures } = check
  const { sent, failed, refused } = figures ?? {}
  return {
    name: 'mail',
    group,
    title: m.status_mail(),
    ...check,
    value:
      figures &&
      formatFigures(
        [m.status_mail_sent(), figures.sent.count],
        [m.status_mail_failed(), figures.failed.count],
        [m.status_mail_refused(), figures.refused.count],
      ),
    details: listTexts(
      sent?.lastAt && m.status_mail_last_sent({ time: formatTimeAgo(sent.lastAt) }),
      failed?.lastAt && m.status_mail_last_failed({ time: formatTimeAgo(failed.lastAt) }),
      refused?.lastAt && m.status_mail_last_refused({ time: formatTimeAgo(refused.lastAt) }),
    ),
    action: m.status_mail_action(),
    runbook: 'mail-failing',
  }
}
