import { useState } from 'react'
import * as m from '#messages'
import { useUser } from '#web/shared/dashboard-user.ts'
import { saveAsFile } from '#web/shared/share/save-as-file.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { Checkbox } from '#web/ui/forms/toggles.tsx'
import { Modal } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { Download } from '#web/ui/icons/download.tsx'

/**
 * Shows new recovery codes once. The dialog closes after the user has said that they are saved; until then each way to
 * close it asks for that.
 */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: string[] | undefined
  onClose: () => void
}) {
  const [isSaved, setIsSaved] = useState(false)
  const [isWarned, setIsWarned] = useState(false)
  const close = () => {
    setIsWarned(!isSaved)
    if (!isSaved) return
    setIsSaved(false)
    onClose()
  }
  return (
    <Modal
      open={codes !== undefined}
      onClose={close}
      title={m.recovery_codes_save_title()}
      description={m.recovery_codes_save_text()}
      closeLabel={m.close()}
      actions={<Button onClick={close}>{m.recovery_codes_done()}</Button>}
    >
      {codes && <CodeList codes={codes} />}
      <Checkbox
        label={m.recovery_codes_saved()}
        checked={isSaved}
        error={isWarned && !isSaved ? m.recovery_codes_save_first() : undefined}
        onChange={event => setIsSaved(event.target.checked)}
      />
    </Modal>
  )
}

function CodeList({ codes }: { codes: string[] }) {
  const { brand } = useSiteSettings()
  const email = useUser()?.email ?? ''
  const text = `${m.recovery_codes_file_intro({ email, brand })}\n\n${codes.join('\n')}\n`
  return (
    <>
      <ol className="figures grid grid-cols-2 gap-x-6 gap-y-2 rounded-card bg-tint px-5 py-4 font-mono text-[1.05rem]">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <CopyButton
          text={text}
          label={m.recovery_codes_copy()}
          copiedLabel={m.recovery_codes_copied()}
          onFail={() => showToast('error', m.recovery_codes_copy_failed())}
        />
        <Button
          kind="ghost"
          icon={<Download aria-hidden size={18} />}
          onClick={() =>
            saveAsFile(new Blob([text], { type: 'text/plain' }), `${m.recovery_codes_file()}.txt`)
          }
        >
          {m.recovery_codes_download()}
        </Button>
      </div>
    </>
  )
}
