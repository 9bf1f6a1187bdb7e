import { useState } from 'react'
import {
  type PriceBatch,
  type PriceBatchState,
  undoPriceBatch,
} from '#contract/prices/price-changes.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { formatDateTime, getDeviceTimeZone } from '#web/i18n/format.ts'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { useSiteSettings } from '#web/shared/site.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/modal.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { Chip, type ChipTone } from '#web/ui/surfaces/chip.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { describeRule } from './price-form.ts'

const STATES: Readonly<Record<PriceBatchState, { tone: ChipTone; text: () => string }>> = {
  planned: { tone: 'warn', text: m.prices_state_planned },
  done: { tone: 'jade', text: m.prices_state_done },
  undone: { tone: 'plain', text: m.prices_state_undone },
  cancelled: { tone: 'plain', text: m.prices_state_cancelled },
}

/** The changes of many prices, the newest first. */
export function PriceBatches({ batches }: { batches: readonly PriceBatch[] }) {
  if (batches.length === 0) return null
  return (
    <section aria-labelledby="price-batches" className="grid gap-3">
      <h2 id="price-batches" className="text-[1.35rem]">
        {m.prices_batches()}
      </h2>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {batches.map(batch => (
          <li key={batch.id}>
            <BatchCard batch={batch} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function BatchCard({ batch }: { batch: PriceBatch }) {
  const { currency } = useSiteSettings()
  const { state } = batch
  const rule = describeRule(batch.rule, batch.ending, currency)
  const leftAt = (at: 'change' | 'undo') => batch.left.filter(product => product.at === at)
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="figures text-h3">{rule}</h3>
        <Chip tone={STATES[state].tone}>{STATES[state].text()}</Chip>
      </div>
      <p className="figures text-small text-soft">{describeBatch(batch)}</p>
      <LeftProducts text={m.prices_left_change()} products={leftAt('change')} />
      <LeftProducts text={m.prices_left_undo()} products={leftAt('undo')} />
      {batch.leftCount > batch.left.length && (
        <p className="text-small text-soft">
          {m.prices_left_more({ count: batch.leftCount - batch.left.length })}
        </p>
      )}
      {(state === 'planned' || (state === 'done' && batch.changedCount > 0)) && (
        <UndoButton batch={batch} rule={rule} />
      )}
    </Card>
  )
}

/** Says in one line how many prices a batch changes, and when. */
function describeBatch({ state, productCount, changedCount, ...batch }: PriceBatch): string {
  const zone = getDeviceTimeZone()
  const at = (time: string | null) => formatDateTime(time ?? batch.createdAt, zone)
  const counted = m.prices_count({ count: state === 'planned' ? productCount : changedCount })
  if (state === 'planned') return `${counted} · ${m.prices_on({ date: at(batch.startsAt) })}`
  if (state === 'cancelled')
    return `${m.prices_count({ count: productCount })} · ${at(batch.endedAt)}`
  const done = `${counted} · ${at(batch.doneAt)}`
  return state === 'undone' ? `${done} · ${m.prices_undone_on({ date: at(batch.endedAt) })}` : done
}

function LeftProducts({ text, products }: { text: string; products: PriceBatch['left'] }) {
  if (products.length === 0) return null
  return (
    <p className="text-small [overflow-wrap:anywhere]">
      {text}{' '}
      <span className="font-semibold">
        {products.map(({ name }) => name || m.draft_nameless()).join(', ')}
      </span>
    </p>
  )
}

/** Cancels a planned batch or undoes one that was done, after a dialog has said what happens. */
function UndoButton({ batch, rule }: { batch: PriceBatch; rule: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const label = batch.state === 'planned' ? m.prices_cancel() : m.prices_undo()
  return (
    <div>
      <Button kind="ghost" size="small" onClick={() => setIsOpen(true)}>
        {label}
        <span className="sr-only"> {rule}</span>
      </Button>
      {isOpen && <UndoDialog batch={batch} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

/** Asks for confirmation. The captcha is solved while the seller reads the question. */
function UndoDialog({ batch, onClose }: { batch: PriceBatch; onClose: () => void }) {
  const [undoAndRefresh] = useWrite(undoPriceBatch)
  const undo = useCaptchaCall(undoPriceBatch, input => toCallResult(undoAndRefresh(input)))
  const [isPending, setIsPending] = useState(false)
  const isPlanned = batch.state === 'planned'
  const confirm = async () => {
    setIsPending(true)
    const result = await undo({ params: { batch: batch.id } })
    onClose()
    if (!result.ok) return showFailureToast(m.prices_undo_failed(), result)
    const leftCount = result.body.left.filter(({ at }) => at === 'undo').length
    if (leftCount > 0) return showToast('info', m.prices_undo_left({ count: leftCount }))
    showToast('success', isPlanned ? m.prices_cancelled() : m.prices_undone())
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isPlanned ? m.prices_cancel_title() : m.prices_undo_title()}
      description={isPlanned ? m.prices_cancel_text() : m.prices_undo_text()}
      closeLabel={m.close()}
      cancelLabel={m.prices_keep()}
      confirmLabel={isPlanned ? m.prices_cancel() : m.prices_undo()}
      pending={isPending}
      danger={false}
      onConfirm={() => void confirm()}
    />
  )
}
