import { useState } from 'react'
import { type OwnProduct, setProductState } from '#contract/catalog/products.ts'
import { type ProductState, STATE_RULES } from '#contract/catalog/state-rules.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { Archive } from '#web/ui/icons/archive.tsx'
import { Pause } from '#web/ui/icons/pause.tsx'
import { Play } from '#web/ui/icons/play.tsx'

/** What the buttons say that change a product to a state. A draft is not made by a button. */
const CHANGES = {
  on_sale: { label: m.state_resume, done: m.state_resumed, Icon: Play },
  paused: { label: m.state_pause, done: m.state_paused_done, Icon: Pause },
  archived: { label: m.state_archive, done: m.state_archived_done, Icon: Archive },
} as const

type Target = keyof typeof CHANGES
const isTarget = (state: ProductState): state is Target => state in CHANGES

/** The buttons with which a seller pauses a product, archives it, or sells it again. Archiving asks first. */
export function ProductStateButtons({ product: { id, name, state } }: { product: OwnProduct }) {
  const [isAsking, setIsAsking] = useState(false)
  const [change, { isLoading }] = useWrite(setProductState)

  const changeTo = async (target: Target) => {
    const { error } = await change({ params: { id }, body: { state: target } })
    setIsAsking(false)
    if (error) showFailureToast(m.state_failed(), error)
    else showToast('success', CHANGES[target].done())
  }
  return (
    <>
      {STATE_RULES[state].next.filter(isTarget).map(target => {
        const { label, Icon } = CHANGES[target]
        return (
          <Button
            key={target}
            kind="ghost"
            pending={isLoading && !isAsking}
            icon={<Icon aria-hidden size={17} />}
            onClick={() => (target === 'archived' ? setIsAsking(true) : void changeTo(target))}
          >
            {label()}
          </Button>
        )
      })}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={m.state_archive_title({ name })}
        description={m.state_archive_text()}
        closeLabel={m.close()}
        cancelLabel={m.cancel()}
        confirmLabel={m.state_archive()}
        pending={isLoading}
        onConfirm={() => void changeTo('archived')}
      />
    </>
  )
}
