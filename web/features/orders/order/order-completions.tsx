import { useEffect, useState } from 'react'
import { type PackCompletion, listPackCompletions } from '#contract/orders/completion.ts'
import * as m from '#messages'
import { getLocale } from '#messages/runtime'
import { callEndpoint } from '#web/api/client.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { Cover } from '#web/ui/catalog/cover.tsx'
import { buildCompletePackPath } from '../checkout/complete-pack-path.ts'

/** Offers the packs of which a paid order has a part, for the difference. Without such a pack nothing is shown. */
export default function OrderCompletions({ token }: { token: string }) {
  const [completions, setCompletions] = useState<PackCompletion[]>([])
  useEffect(() => {
    const controller = new AbortController()
    void callEndpoint(listPackCompletions, {
      body: { orderToken: token },
      signal: controller.signal,
    }).then(result => result.ok && setCompletions(result.body.completions))
    return () => controller.abort()
  }, [token])
  if (completions.length === 0) return null
  return (
    <section className="grid gap-3 border-t border-line py-5">
      <h2 className="font-[650]">{m.pack_complete()}</h2>
      {completions.map(pack => (
        <div key={pack.id} className="flex flex-wrap items-center gap-4">
          <div className="w-12 shrink-0 rounded-[6px] shadow-soft">
            <Cover src={pack.imageFile} alt="" title={pack.name} sizes="48px" />
          </div>
          <div className="min-w-0 flex-1 basis-48">
            <p className="font-semibold break-words">{pack.name}</p>
            <p className="text-small break-words text-soft">
              {m.pack_complete_lacks({ names: listNames(pack.missingParts) })}
            </p>
          </div>
          <LinkButton
            kind="ghost"
            size="small"
            className="max-sm:w-full"
            to={buildCompletePackPath(pack.id, token)}
          >
            {m.pack_complete_by({ price: formatPrice(pack.price, pack.currency) })}
          </LinkButton>
        </div>
      ))}
    </section>
  )
}

const listNames = (parts: PackCompletion['missingParts']): string =>
  new Intl.ListFormat(getLocale()).format(parts.map(({ name }) => name))
