import { useState } from 'react'
import { type ReceiverKind, deleteReceiver, testReceiver } from '#contract/conversions.ts'
import type { EndpointReply } from '#contract/core/endpoint.ts'
import * as m from '#messages'
import { describeAnswer, getReceiverName } from '#messages/receivers'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { callEndpoint } from '#web/api/client.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { ConfirmDialog } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/** The button that sends a test event, with what the receiver answered, and the one that disconnects the receiver. */
export function ReceiverActions({
  kind,
  refetch,
}: {
  kind: ReceiverKind
  refetch: () => PromiseLike<unknown>
}) {
  const [isPending, setIsPending] = useState(false)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [reply, setReply] = useState<EndpointReply<typeof testReceiver>>()
  const name = getReceiverName(kind)
  const test = async () => {
    setIsPending(true)
    setReply(undefined)
    const result = await callEndpoint(testReceiver, { params: { kind } })
    setIsPending(false)
    if (result.ok) setReply(result.body)
    else showToast('error', errorText(result.code, getLocale()))
  }
  const remove = async () => {
    setIsPending(true)
    const result = await callEndpoint(deleteReceiver, { params: { kind } })
    setIsPending(false)
    setIsDialogOpen(false)
    if (!result.ok) return showToast('error', errorText(result.code, getLocale()))
    showToast('success', m.conversions_removed({ name }))
    await refetch()
  }
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-3">
        <Button kind="ghost" size="small" pending={isPending} onClick={() => void test()}>
          {m.conversions_test({ name })}
        </Button>
        <Button kind="quiet" size="small" onClick={() => setIsDialogOpen(true)}>
          {m.conversions_remove({ name })}
        </Button>
      </div>
      {reply && (
        <Banner tone={getTone(kind, reply.answer)} live title={describeAnswer(kind, reply.answer)}>
          {reply.answer !== 'accepted' && reply.message !== '' && (
            <span className="[overflow-wrap:anywhere]">
              {m.conversions_said({ name, message: reply.message })}
            </span>
          )}
        </Banner>
      )}
      <ConfirmDialog
        open={isDialogOpen}
        onClose={() => setIsDialogOpen(false)}
        title={m.conversions_remove_title({ name })}
        description={m.conversions_remove_text({ name })}
        closeLabel={m.close()}
        cancelLabel={m.cancel()}
        confirmLabel={m.conversions_remove({ name })}
        pending={isPending}
        onConfirm={() => void remove()}
      />
    </div>
  )
}

function getTone(kind: ReceiverKind, answer: EndpointReply<typeof testReceiver>['answer']) {
  if (answer === 'accepted') return kind === 'ga4' ? 'info' : 'ok'
  return answer === 'unavailable' ? 'warn' : 'bad'
}
