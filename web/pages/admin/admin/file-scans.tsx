import { type RefusedFile, listRefusedFiles } from '#contract/admin/file-scans.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { formatDateTime, formatNumber } from '#web/i18n/format.ts'
import { List } from '#web/shared/lists/list.tsx'
import { useListPage } from '#web/shared/lists/use-list-page.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Chip } from '#web/ui/surfaces/chip.tsx'

/** Shows whether product files are scanned for malware, how many wait, and which ones were refused. */
export function FileScans() {
  const page = useListPage({})
  const query = useRead(listRefusedFiles, { query: page.query })
  const { currentData } = query
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {currentData && <ScannerState {...currentData} />}
      <h2 className="text-[1.35rem]">{m.admin_files_refused()}</h2>
      <List
        query={query}
        pages={page.stepsFrom(query.currentData)}
        rows={({ files }) => files}
        empty={m.admin_files_none()}
      >
        {files => (
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
            {files.map(file => (
              <RefusedFileRow key={file.id} file={file} />
            ))}
          </ul>
        )}
      </List>
    </div>
  )
}

function ScannerState({
  scanner,
  waiting,
  unscanned,
}: {
  scanner: { version: string | null } | null
  waiting: number
  unscanned: number | null
}) {
  const figures = [
    [m.admin_files_waiting(), waiting],
    [m.admin_files_unscanned(), unscanned],
  ] as const
  return (
    <>
      {scanner === null ? (
        <Banner tone="info" title={m.admin_files_off()}>
          {m.admin_files_off_text()}
        </Banner>
      ) : scanner.version === null ? (
        <Banner tone="bad" title={m.admin_files_down()}>
          {m.admin_files_down_text()}
        </Banner>
      ) : (
        <div className="grid gap-1">
          <p className="text-soft">{m.admin_files_on()}</p>
          <p className="font-mono text-tiny break-words text-soft">{scanner.version}</p>
        </div>
      )}
      <dl className="figures flex flex-wrap gap-x-8 gap-y-2">
        {figures.map(
          ([label, count]) =>
            count !== null && (
              <div key={label}>
                <dt className="text-small text-soft">{label}</dt>
                <dd className="font-display text-[1.5rem] leading-tight font-bold">
                  {formatNumber(count)}
                </dd>
              </div>
            ),
        )}
      </dl>
    </>
  )
}

function RefusedFileRow({ file }: { file: RefusedFile }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="grid min-w-0 gap-0.5 text-small">
        <p className="break-words">
          <b>{file.productName}</b> <span className="text-soft">@{file.sellerUsername}</span>
        </p>
        <p className="break-words">
          {file.refusal === 'too_large'
            ? file.isOnSale
              ? m.admin_files_sold_unscanned()
              : m.admin_files_too_large()
            : m.file_refused_malware({ signature: file.signature ?? '' })}
        </p>
        <p className="figures text-tiny break-words text-soft">
          {file.fileName} · {formatDateTime(file.at)}
        </p>
        {file.deliveredOrders > 0 && (
          <p className="figures">
            {m.admin_files_delivered({ count: formatNumber(file.deliveredOrders) })}
          </p>
        )}
      </div>
      {file.isOnSale && <Chip tone="warn">{m.admin_files_still_sold()}</Chip>}
    </li>
  )
}
