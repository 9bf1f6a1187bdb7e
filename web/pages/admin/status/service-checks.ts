import type { CheckOf } from '#contract/system-status.ts'
import * as m from '#messages'
import { formatNumber, formatStorage } from '#web/i18n/format.ts'
import { type FiguresView, formatFigures, listTexts } from './check-view.ts'
import { formatDuration, formatTimeAgo } from './time.ts'

export function describeDatabase({ figures }: CheckOf<'database'>): FiguresView {
  return {
    value: figures
      ? m.status_database_ok({ ms: formatNumber(figures.responseMs) })
      : m.status_database_bad(),
  }
}

export function describeReplica({ figures }: CheckOf<'replica'>): FiguresView {
  const lagSeconds = figures?.lagSeconds ?? null
  return {
    value:
      lagSeconds === null
        ? m.status_replica_bad()
        : m.status_replica_lag({ duration: formatDuration(lagSeconds) }),
  }
}

export function describeStorage({ figures }: CheckOf<'storage'>): FiguresView {
  const disk = figures?.disk
  const space =
    disk &&
    m.status_storage_space({
      free: formatStorage(disk.freeBytes),
      total: formatStorage(disk.totalBytes),
    })
  const isUnwritable = figures?.isWritable === false
  return {
    value: isUnwritable
      ? m.status_storage_bad()
      : (space ?? (figures?.bucket ? m.status_storage_bucket({ bucket: figures.bucket }) : null)),
    details: listTexts(isUnwritable && space),
  }
}

export function describeMail({ figures }: CheckOf<'mail'>): FiguresView {
  const { sent, failed, refused } = figures ?? {}
  return {
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
  }
}
