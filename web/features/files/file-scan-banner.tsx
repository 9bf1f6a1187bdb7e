import type { OwnProduct } from '#contract/products/products.ts'
import * as m from '#messages'
import { Banner } from '#web/ui/feedback/banner.tsx'

/** The interval in milliseconds at which a page asks whether a file was scanned meanwhile. */
export const SCAN_POLL_MS = 4000

/** Tells a seller that a product's file is being scanned, or why it was refused. */
export function FileScanBanner({ scan }: { scan: NonNullable<OwnProduct['fileScan']> }) {
  const { state, refusal, signature, fileName: file, isOnSale } = scan
  if (state === 'waiting')
    return (
      <Banner tone="info" title={m.detail_file_waiting({ file })}>
        {isOnSale ? m.detail_file_waiting_replacement() : m.detail_file_waiting_first()}
      </Banner>
    )
  return (
    <Banner tone="bad" title={m.detail_file_refused({ file })}>
      <span>
        {refusal === 'too_large'
          ? m.file_refused_too_large()
          : m.file_refused_malware({ signature: signature ?? '' })}
      </span>{' '}
      <span>{isOnSale ? m.detail_file_refused_replacement() : m.detail_file_refused_first()}</span>
    </Banner>
  )
}
