import { useState } from 'react'
import {
  type AdminTestimonial,
  listAllTestimonials,
  reorderTestimonials,
  deleteTestimonial,
} from '#contract/admin/testimonials.ts'
import * as m from '#messages'
import { useRead, useWrite } from '#web/api/query.ts'
import { showResultToast } from '#web/features/admin/admin-action-button.tsx'
import { List } from '#web/shared/lists/list.tsx'
import { Button, IconButton } from '#web/ui/actions/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/modal.tsx'
import { Chip } from '#web/ui/surfaces/chip.tsx'
import { ArrowDown } from '#web/ui/icons/arrow-down.tsx'
import { ArrowUp } from '#web/ui/icons/arrow-up.tsx'
import { TestimonialDialog } from './testimonial-dialog.tsx'

/** Lists the testimonials in the sequence of the home page, and lets an admin add, change, move and delete them. */
export function AdminTestimonials() {
  const query = useRead(listAllTestimonials, {})
  const [order, { isLoading }] = useWrite(reorderTestimonials)
  const [isAdding, setIsAdding] = useState(false)
  const rows = query.currentData?.testimonials
  // A move sends the sequence of all testimonials, so the next move must wait until the list is fetched again.
  const isMoving = isLoading || query.isFetching

  const move = async (from: number, offset: 1 | -1) => {
    const ids = (rows ?? []).map(({ id }) => id)
    const [movedId] = ids.splice(from, 1)
    if (movedId === undefined) return
    ids.splice(from + offset, 0, movedId)
    showResultToast(await order({ body: { order: ids } }))
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-[36em] text-soft">{m.admin_testimonials_text()}</p>
        <Button size="small" onClick={() => setIsAdding(true)}>
          {m.admin_testimonial_add()}
        </Button>
      </div>
      <List
        query={query}
        pages={null}
        rows={({ testimonials }) => testimonials}
        empty={m.admin_no_testimonials()}
      >
        {testimonials => (
          <ol className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
            {testimonials.map((testimonial, index) => (
              <TestimonialRow
                key={testimonial.id}
                testimonial={testimonial}
                onUp={index > 0 && !isMoving ? () => void move(index, -1) : undefined}
                onDown={
                  index < testimonials.length - 1 && !isMoving
                    ? () => void move(index, 1)
                    : undefined
                }
              />
            ))}
          </ol>
        )}
      </List>
      {isAdding && <TestimonialDialog onClose={() => setIsAdding(false)} />}
    </div>
  )
}

function TestimonialRow({
  testimonial,
  onUp,
  onDown,
}: {
  testimonial: AdminTestimonial
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}) {
  const { name, trade, quote, language, username, hidden, isSample } = testimonial
  const [open, setOpen] = useState<'change' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <li className="flex flex-wrap items-start gap-x-5 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <p lang={language} className="break-words">
          “{quote}”
        </p>
        <p className="mt-1.5 text-small text-soft">
          <b className="font-[650] text-ink">{name}</b>
          <span>{` · ${trade}${username ? ` · @${username}` : ''}`}</span>
        </p>
        <p className="mt-2 flex flex-wrap gap-1.5">
          <Chip tone={hidden ? 'plain' : 'jade'}>
            {hidden ? m.admin_testimonial_hidden_one() : m.admin_testimonial_shown_one()}
          </Chip>
          <Chip>
            {language === 'es' ? m.admin_testimonial_spanish() : m.admin_testimonial_english()}
          </Chip>
          {isSample && <Chip tone="warn">{m.home_voices_sample()}</Chip>}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <IconButton
          label={m.admin_testimonial_up({ name })}
          aria-disabled={!onUp || undefined}
          onClick={onUp}
        >
          <ArrowUp aria-hidden size={19} />
        </IconButton>
        <IconButton
          label={m.admin_testimonial_down({ name })}
          aria-disabled={!onDown || undefined}
          onClick={onDown}
        >
          <ArrowDown aria-hidden size={19} />
        </IconButton>
        <Button kind="ghost" size="small" onClick={() => setOpen('change')}>
          {m.admin_testimonial_change()}
          <span className="sr-only"> {name}</span>
        </Button>
        <Button kind="ghost" size="small" onClick={() => setOpen('delete')}>
          {m.admin_testimonial_delete()}
          <span className="sr-only"> {name}</span>
        </Button>
      </div>
      {open === 'change' && <TestimonialDialog testimonial={testimonial} onClose={close} />}
      {open === 'delete' && <DeleteDialog testimonial={testimonial} onClose={close} />}
    </li>
  )
}

function DeleteDialog({
  testimonial: { id, name },
  onClose,
}: {
  testimonial: AdminTestimonial
  onClose: () => void
}) {
  const [remove, { isLoading }] = useWrite(deleteTestimonial)
  const confirm = async () => {
    if (showResultToast(await remove({ params: { id } }))) onClose()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={m.admin_testimonial_delete_title({ name })}
      description={m.admin_testimonial_delete_text()}
      closeLabel={m.close()}
      cancelLabel={m.cancel()}
      confirmLabel={m.admin_testimonial_delete()}
      pending={isLoading}
      onConfirm={() => void confirm()}
    />
  )
}
