import { useRef, useState } from 'react'
import type { Currency } from '#contract/core/fields.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { WHOLE_UNIT_CURRENCIES } from '#contract/core/money.ts'
import { hasCents } from '#contract/core/parse-amount.ts'
import * as m from '#messages'
import type { ApiFailure } from '#web/api/client.ts'
import { createRandomId } from '#web/api/random-id.ts'
import { formatMinorUnits } from '#web/i18n/format.ts'
import type { CallResult } from '#web/shared/forms/call-result.ts'
import { FormFailure } from '#web/shared/forms/form-failure.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Checkbox } from '#web/ui/forms/toggles.tsx'
import { ConfirmDialog } from '#web/ui/overlays/modal.tsx'
import {
  type RefundChoice,
  type RefundKind,
  type RefundableAmount,
  getLeftOfItem,
  readChoice,
} from './refund-choice.ts'

/** What the dialog asks to refund. Equal requests of one dialog have the same key. */
export interface ChosenRefund {
  body: { reason?: string; amountMinor?: number; itemIds?: number[] }
  idempotencyKey: string
}

/**
 * Asks what to refund of a payment, and for confirmation.
 * @param canSplit whether parts can be refunded, which is so for the payment that paid the order
 * @param send requests the refund
 */
export function RefundDialog({
  refundable,
  canSplit,
  reasonLabel,
  reasonHint,
  describeOutcome,
  send,
  onDone,
  onClose,
}: {
  refundable: RefundableAmount
  canSplit: boolean
  reasonLabel: string
  /** Who reads the reason. */
  reasonHint?: string
  /** Says what a refund of an amount in minor units leaves to the seller. */
  describeOutcome?: (amountMinor: number) => string | undefined
  send: (refund: ChosenRefund) => Promise<CallResult<unknown>>
  onDone: () => void
  onClose: () => void
}) {
  const [choice, setChoice] = useState<RefundChoice>({ kind: 'all', itemIds: [], amountText: '' })
  const [reason, setReason] = useState('')
  const [pending, setPending] = useState(false)
  const [isIncomplete, setIncomplete] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()
  const keys = useRef(new Map<string, string>())
  const read = readChoice(choice, refundable)
  const outcome = read && describeOutcome?.(read.amountMinor)
  const isWhole = read !== undefined && Object.keys(read.body).length === 0

  const confirm = async () => {
    if (!read) return setIncomplete(true)
    const body = { ...read.body, ...(reason.trim() && { reason }) }
    const text = JSON.stringify(body)
    const idempotencyKey = keys.current.get(text) ?? createRandomId()
    keys.current.set(text, idempotencyKey)
    setPending(true)
    setFailure(undefined)
    const result = await send({ body, idempotencyKey }).finally(() => setPending(false))
    if (result.ok) onDone()
    else setFailure(result)
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={
        read
          ? m.sale_refund_title({
              amount: formatMinorUnits(read.amountMinor, refundable.currency),
            })
          : m.sale_refund_part_title()
      }
      description={isWhole ? m.sale_refund_text() : PART_TEXTS[choice.kind]()}
      closeLabel={m.close()}
      cancelLabel={m.cancel()}
      confirmLabel={m.sale_refund_go()}
      pending={pending}
      onConfirm={() => void confirm()}
    >
      {canSplit && (
        <PartFields
          choice={choice}
          refundable={refundable}
          isIncomplete={isIncomplete && !read}
          onChange={next => {
            setIncomplete(false)
            setChoice(next)
          }}
        />
      )}
      {outcome && (
        <output className="figures rounded-field bg-jade-tint px-3.5 py-2.5 text-small">
          {outcome}
        </output>
      )}
      <TextArea
        label={reasonLabel}
        hint={reasonHint}
        aside={m.optional()}
        rows={2}
        maxLength={LIMITS.reason.max}
        value={reason}
        onChange={event => setReason(event.target.value)}
      />
      <FormFailure title={m.sale_refund_failed()} failure={failure} />
    </ConfirmDialog>
  )
}

const PART_TEXTS: Record<RefundKind, () => string> = {
  all: m.sale_refund_text,
  items: m.sale_refund_items_text,
  amount: m.sale_refund_amount_text,
}

function getAmountError(text: string, currency: Currency, total: string): string {
  const isTooFine = WHOLE_UNIT_CURRENCIES.has(currency) && hasCents(text)
  return isTooFine ? m.issue_cents() : m.sale_refund_amount_wrong({ amount: total })
}

function PartFields({
  choice,
  refundable: { items, leftMinor, currency },
  isIncomplete,
  onChange,
}: {
  choice: RefundChoice
  refundable: RefundableAmount
  isIncomplete: boolean
  onChange: (choice: RefundChoice) => void
}) {
  const left = items.filter(item => getLeftOfItem(item) > 0)
  const total = formatMinorUnits(leftMinor, currency)
  const toggle = (itemId: number) =>
    onChange({
      ...choice,
      itemIds: choice.itemIds.includes(itemId)
        ? choice.itemIds.filter(id => id !== itemId)
        : [...choice.itemIds, itemId],
    })
  return (
    <div className="grid gap-4">
      <Select
        label={m.sale_refund_what()}
        value={choice.kind}
        onChange={event => onChange({ ...choice, kind: event.target.value as RefundKind })}
        options={[
          { value: 'all', label: m.sale_refund_all({ amount: total }) },
          ...(left.length > 1 ? [{ value: 'items', label: m.sale_refund_items() }] : []),
          { value: 'amount', label: m.sale_refund_amount() },
        ]}
      />
      {choice.kind === 'items' && (
        <fieldset className="grid gap-1">
          <legend className="sr-only">{m.sale_refund_items()}</legend>
          {left.map((item, index) => (
            <Checkbox
              key={item.itemId}
              label={`${item.productName} · ${formatMinorUnits(getLeftOfItem(item), currency)}`}
              checked={choice.itemIds.includes(item.itemId)}
              error={isIncomplete && index === 0 ? m.sale_refund_items_missing() : undefined}
              onChange={() => toggle(item.itemId)}
            />
          ))}
        </fieldset>
      )}
      {choice.kind === 'amount' && (
        <Field
          label={m.sale_refund_amount_label()}
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          hint={m.sale_refund_amount_hint({ amount: total })}
          error={isIncomplete ? getAmountError(choice.amountText, currency, total) : undefined}
          value={choice.amountText}
          onChange={event => onChange({ ...choice, amountText: event.target.value })}
        />
      )}
    </div>
  )
}
