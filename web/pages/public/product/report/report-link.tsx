import { lazy, Suspense, useState } from 'react'
import * as m from '#messages'

const ReportDialog = lazy(() => import('./report-dialog.tsx'))

/** A link that opens the form to report a product. The form's code is loaded on demand. */
export function ReportLink({ id, name }: { id: number; name: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="min-h-8 justify-self-start text-small text-soft underline underline-offset-3 hover:text-ink"
      >
        {m.report_open()}
      </button>
      {isOpen && (
        <Suspense>
          <ReportDialog id={id} name={name} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
