import { useState } from 'react'
import { exportPersonalData } from '#contract/personal-data.ts'
import { toLocalDay } from '#contract/core/time-zone.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { saveAsFile } from '#web/shared/share/save-as-file.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/** The section of the security page in which users download everything that is stored about them. */
export function DownloadDataSection() {
  const [isPending, setIsPending] = useState(false)

  const download = async () => {
    setIsPending(true)
    const result = await callEndpoint(exportPersonalData, {})
    setIsPending(false)
    if (!result.ok) {
      showFailureToast(m.data_export_failed(), result)
      return
    }
    saveAsFile(
      new Blob([JSON.stringify(result.body, null, 2)], { type: 'application/json' }),
      `${m.data_export_file()}-${toLocalDay(new Date())}.json`,
    )
    showToast('success', m.data_export_done())
  }

  return (
    <section
      aria-labelledby="download-data"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-panel border border-line p-6 sm:px-8"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 id="download-data" className="text-[1.35rem]">
          {m.data_export()}
        </h2>
        <p className="mt-2 text-soft">{m.data_export_lead()}</p>
      </div>
      <Button kind="ghost" pending={isPending} onClick={() => void download()}>
        {m.data_export_button()}
      </Button>
    </section>
  )
}
