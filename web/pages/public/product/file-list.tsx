import type { ProductDetail } from '#contract/storefront/product-page.ts'
import * as m from '#messages'
import { describeFile } from '#web/shared/describe-file.ts'
import { ChevronDown } from '#web/ui/icons/chevron-down.tsx'

/** The number of files that are shown at first. */
const SHOWN = 5

/**
 * Lists what a product with several files contains. The files after the first ones are shown on request, without a
 * script.
 */
export function FileList({ files }: { files: ProductDetail['fileList'] }) {
  // A single file more takes no more room than the line that would show it.
  const shown = files.length === SHOWN + 1 ? files.length : SHOWN
  const rest = files.slice(shown)
  return (
    <section aria-labelledby="files" className="min-w-0">
      <h2 id="files" className="text-[1.3rem]">
        {m.product_files_title()}
      </h2>
      <Files files={files.slice(0, shown)} className="mt-3" />
      {rest.length > 0 && (
        <details className="group border-t border-line">
          <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 text-small font-[650] group-open:hidden">
            {m.product_files_rest({ count: rest.length })}
            <ChevronDown aria-hidden size={17} />
          </summary>
          <Files files={rest} />
        </details>
      )}
    </section>
  )
}

function Files({
  files,
  className = '',
}: {
  files: ProductDetail['fileList']
  className?: string
}) {
  return (
    <ul className={`divide-y divide-line ${className}`}>
      {files.map((file, index) => (
        <li
          key={index}
          className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2.5"
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">{file.name}</span>
          <span className="figures text-small text-soft">{describeFile(file)}</span>
        </li>
      ))}
    </ul>
  )
}
