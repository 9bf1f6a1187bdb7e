import { LIMITS } from '#contract/core/limits.ts'
import {
  type ProductUpdates,
  createProductUpdate,
  listProductUpdates,
} from '#contract/product-updates.ts'
import * as m from '#messages'
import { useRead, useWrite } from '#web/api/query.ts'
import { formatDate, formatDateTime } from '#web/i18n/format.ts'
import { CallForm } from '#web/shared/forms/call-form.tsx'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Checkbox } from '#web/ui/forms/toggles.tsx'
import { Chip } from '#web/ui/surfaces/chip.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { Megaphone } from '#web/ui/icons/megaphone.tsx'

/**
 * Lets the seller tell the buyers of a product what changed in its files, and lists what they were told. It is left out
 * while there is nobody to tell.
 * @param isOpen whether the form is open, as it is after a file was added or replaced
 */
export function ProductUpdatesSection({
  productId,
  isOpen,
  onOpen,
}: {
  productId: number
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}) {
  const { currentData } = useRead(listProductUpdates, { params: { id: productId } })
  if (!currentData || (currentData.buyers === 0 && currentData.updates.length === 0)) return null
  const { updates } = currentData
  return (
    <section aria-labelledby="updates-title" className="mt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h3 id="updates-title" className="text-base">
            {m.updates_title()}
          </h3>
          <p className="mt-1 max-w-[44em] text-small text-soft">{m.updates_lead()}</p>
        </div>
        {!isOpen && (
          <Button
            kind="ghost"
            size="small"
            icon={<Megaphone aria-hidden size={17} />}
            onClick={() => onOpen(true)}
          >
            {m.updates_write()}
          </Button>
        )}
      </div>
      {isOpen && (
        <UpdateForm productId={productId} known={currentData} onClose={() => onOpen(false)} />
      )}
      {updates.length > 0 && (
        <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-2">
          {updates.map(({ id, at, note, isAnnounced }) => (
            <li key={id} className="rounded-card border border-line bg-card px-4 py-2.5">
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-small text-soft">
                <span className="figures">{formatDate(at)}</span>
                {isAnnounced && <Chip tone="jade">{m.updates_announced()}</Chip>}
              </p>
              <p className="mt-1 [overflow-wrap:anywhere] whitespace-pre-line">{note}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The form for a note. What was typed stays if it cannot be saved. */
function UpdateForm({
  productId,
  known: { buyers, announceableAt },
  onClose,
}: {
  productId: number
  known: ProductUpdates
  onClose: () => void
}) {
  const [create] = useWrite(createProductUpdate)
  const isAnnounceable = buyers > 0 && announceableAt === null
  return (
    <div className="mt-3 rounded-card border border-line bg-card p-4">
      <CallForm
        schema={createProductUpdate.body}
        fields={['note', 'isAnnounced']}
        defaultValues={{ note: '', isAnnounced: isAnnounceable }}
        send={body => toCallResult(create({ params: { id: productId }, body }))}
        failure={m.updates_failed()}
        errorFields={{
          ERROR_ANNOUNCED_TODAY: 'isAnnounced',
          ERROR_NOTHING_CHANGED: 'isAnnounced',
        }}
        onDone={(_, { isAnnounced }) => {
          showToast('success', isAnnounced ? m.updates_sent() : m.updates_saved())
          onClose()
        }}
        submit={m.updates_submit()}
        align="start"
        className="grid gap-4"
        onCancel={onClose}
      >
        {({ form, field }) => (
          <>
            <TextArea
              label={m.updates_note()}
              hint={m.updates_note_hint()}
              rows={3}
              counterMax={LIMITS.updateNote.max}
              {...field('note')}
            />
            <Checkbox
              label={m.updates_email({ count: buyers })}
              hint={
                announceableAt === null
                  ? m.updates_email_hint()
                  : m.updates_email_later({ date: formatDateTime(announceableAt) })
              }
              disabled={!isAnnounceable}
              error={form.formState.errors.isAnnounced?.message}
              {...form.register('isAnnounced')}
            />
          </>
        )}
      </CallForm>
    </div>
  )
}
