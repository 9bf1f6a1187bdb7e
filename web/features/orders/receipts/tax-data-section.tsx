import { lazy, Suspense } from 'react'
import type { EndpointReply } from '#contract/core/endpoint.ts'
import { deleteTaxData, saveTaxData, getTaxData } from '#contract/receipts.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { useRead } from '#web/api/query.ts'
import { callEndpoint } from '#web/api/client.ts'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { persistently } from '#web/ui/load-code.ts'

const TaxDataForm = lazy(persistently(() => import('./tax-data-form.tsx')))

/** The name and tax id that a seller's new receipts show. */
export function TaxDataSection() {
  const query = useRead(getTaxData, {})
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-72 rounded-panel" />}>
      {({ taxData }) => <TaxDataCard taxData={taxData} refetch={query.refetch} />}
    </Loaded>
  )
}

function TaxDataCard({
  taxData,
  refetch,
}: EndpointReply<typeof getTaxData> & { refetch: () => PromiseLike<unknown> }) {
  const save = useCaptchaCall(saveTaxData)
  const remove = async () => {
    const result = await callEndpoint(deleteTaxData, {})
    if (!result.ok) return showToast('error', errorText(result.code, getLocale()))
    showToast('success', m.tax_removed())
    await refetch()
  }
  return (
    <Card panel>
      <div className="grid gap-5">
        <p className="text-soft">
          <span>{m.tax_lead()}</span> {taxData === null && <span>{m.tax_none()}</span>}
        </p>
        <Suspense fallback={<Skeleton className="h-56" />}>
          <TaxDataForm
            key={taxData?.taxId ?? 'none'}
            taxData={taxData}
            hasCaptcha
            submit={m.tax_save()}
            send={body => save({ body })}
            onDone={async () => {
              showToast('success', m.tax_saved())
              await refetch()
            }}
          />
        </Suspense>
        {taxData && (
          <Button
            kind="ghost"
            size="small"
            className="justify-self-start"
            onClick={() => void remove()}
          >
            {m.tax_remove()}
          </Button>
        )}
      </div>
    </Card>
  )
}
