import { useState } from 'react'
import { type Passkey, renamePasskey, removePasskey } from '#contract/accounts/second-factors.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { formatDate, formatDateTime } from '#web/i18n/format.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { IconButton } from '#web/ui/actions/button.tsx'
import { ConfirmDialog, Modal } from '#web/ui/overlays/modal.tsx'
import { Chip } from '#web/ui/surfaces/chip.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { Fingerprint } from '#web/ui/icons/fingerprint.tsx'
import { Pencil } from '#web/ui/icons/pencil.tsx'
import { Trash2 } from '#web/ui/icons/trash-2.tsx'
import { PasskeyNameForm } from './passkey-name-form.tsx'

/** A passkey with its dates, and with buttons that rename and remove it. */
export function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { id, name, createdAt, lastUsedAt, isSynced } = passkey
  const [openDialog, setOpenDialog] = useState<'rename' | 'remove'>()
  const [rename] = useWrite(renamePasskey)
  const [remove, { isLoading: isRemoving }] = useWrite(removePasskey)
  const close = () => setOpenDialog(undefined)

  const confirmRemoval = async () => {
    const { error } = await remove({ params: { id } })
    close()
    if (error) showFailureToast(m.second_factor_failed_title(), error)
    else showToast('success', m.passkey_removed())
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4 first:pt-0">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-tint text-soft">
        <Fingerprint aria-hidden size={21} />
      </span>
      <div className="min-w-0 flex-1 basis-44">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 className="text-base [overflow-wrap:anywhere]">{name}</h3>
          {isSynced && <Chip tone="jade">{m.passkey_synced()}</Chip>}
        </div>
        <p className="figures flex flex-wrap gap-x-3 text-small text-soft">
          <span>{m.passkey_since({ date: formatDate(createdAt) })}</span>
          <span>
            {lastUsedAt
              ? m.passkey_last_used({ moment: formatDateTime(lastUsedAt) })
              : m.passkey_never_used()}
          </span>
        </p>
      </div>
      <div className="flex">
        <IconButton label={m.passkey_rename_of({ name })} onClick={() => setOpenDialog('rename')}>
          <Pencil aria-hidden size={18} />
        </IconButton>
        <IconButton label={m.passkey_remove_of({ name })} onClick={() => setOpenDialog('remove')}>
          <Trash2 aria-hidden size={18} />
        </IconButton>
      </div>
      <Modal
        open={openDialog === 'rename'}
        onClose={close}
        size="small"
        title={m.passkey_rename()}
        closeLabel={m.close()}
      >
        <PasskeyNameForm
          name={name}
          send={body => toCallResult(rename({ params: { id }, body }))}
          onDone={() => {
            close()
            showToast('success', m.passkey_renamed())
          }}
          submit={m.passkey_save()}
          onCancel={close}
        />
      </Modal>
      <ConfirmDialog
        open={openDialog === 'remove'}
        onClose={close}
        title={m.passkey_remove_title()}
        description={m.passkey_remove_text({ name })}
        closeLabel={m.close()}
        cancelLabel={m.cancel()}
        confirmLabel={m.passkey_remove()}
        pending={isRemoving}
        onConfirm={() => void confirmRemoval()}
      />
    </li>
  )
}
