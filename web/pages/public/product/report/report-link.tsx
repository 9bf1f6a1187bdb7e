import { lazy, Suspense, useState } from 'react'
import * as m from '#messages'
import { persistently } from '#web/ui/load-code.ts'

const ReportDialog = lazy(persistently(() => import('./report-dialog.tsx')))

/** A link that opens the dialog for reporting a product. The code of the dialog is loaded on the click. */
export function ReportLink({ id, name }: { id: number; name: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="min-h-11 justify-self-start text-small text-soft underline underline-offset-3 hover:text-ink"
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
