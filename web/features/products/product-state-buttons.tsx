import { useState } from 'react'
import { type OwnProduct, setProductState } from '#contract/products/products.ts'
import { NEXT_STATES, type ProductState } from '#contract/products/state-rules.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { Archive } from '#web/ui/icons/archive.tsx'
import { Pause } from '#web/ui/icons/pause.tsx'
import { Play } from '#web/ui/icons/play.tsx'

/** What the buttons say that end the sale of a product. */
const CHANGES = {
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
      {NEXT_STATES[state].includes('on_sale') && <ResumeButton id={id} />}
      {NEXT_STATES[state].filter(isTarget).map(target => {
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

/** The button that sells a product again, which needs a captcha as every call that publishes something. */
function ResumeButton({ id }: { id: number }) {
  const [write] = useWrite(setProductState)
  const call = useCaptchaCall(setProductState, input => toCallResult(write(input)))
  const [pending, setPending] = useState(false)
  const resume = async () => {
    setPending(true)
    const result = await call({ params: { id }, body: { state: 'on_sale' } })
    setPending(false)
    if (result.ok) showToast('success', m.state_resumed())
    else showFailureToast(m.state_failed(), result)
  }
  return (
    <Button
      kind="ghost"
      pending={pending}
      icon={<Play aria-hidden size={17} />}
      onClick={() => void resume()}
    >
      {m.state_resume()}
    </Button>
  )
}
