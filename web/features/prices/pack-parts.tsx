import { useState } from 'react'
import { type OwnProduct, listOwnProducts } from '#contract/products/products.ts'
import { type Pack, PACK_PARTS, type PackPart, setPackParts } from '#contract/prices/packs.ts'
import { sum } from '#contract/core/sum.ts'
import * as m from '#messages'
import { useRead, useWrite } from '#web/api/query.ts'
import { MoveButton } from '#web/shared/move-button.tsx'
import { formatPrice } from '#web/i18n/format.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { FailedLoads } from '#web/shared/loaded.tsx'
import { formatProductPrice } from '#web/shared/product-price.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { IconButton } from '#web/ui/actions/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { ArrowDown } from '#web/ui/icons/arrow-down.tsx'
import { ArrowUp } from '#web/ui/icons/arrow-up.tsx'
import { Trash2 } from '#web/ui/icons/trash-2.tsx'

/** The id of the field that adds a part, which a draft without enough parts leads to. */
export const ADD_PART_ID = 'add-part'

/**
 * Lets the seller choose and sort what a pack sells together. Each change is saved at once.
 * @param price the price of the pack, in whole units; undefined while there is none
 */
export function PackParts({
  packId,
  pack: { parts },
  price,
}: {
  packId: number
  pack: Pack
  price: number | undefined
}) {
  const { currency } = useSiteSettings()
  const [setParts, { isLoading }] = useWrite(setPackParts)
  const [announcement, setAnnouncement] = useState('')
  const query = useRead(listOwnProducts, {})
  const ids = parts.map(({ id }) => id)
  const others = (query.data?.products ?? []).filter(
    product => canBePart(product) && !ids.includes(product.id),
  )

  const save = async (order: number[]) => {
    const { error } = await setParts({ params: { id: packId }, body: { parts: order } })
    if (error) showFailureToast(m.pack_parts_failed(), error)
    return !error
  }
  const move = async ({ id, name }: PackPart, from: number, to: number) => {
    const order = ids.toSpliced(from, 1).toSpliced(to, 0, id)
    if (await save(order))
      setAnnouncement(m.pack_parts_moved({ name, position: to + 1, count: order.length }))
  }
  return (
    <section aria-labelledby="pack-parts" className="grid gap-4">
      <div>
        <h2 id="pack-parts" className="text-[1.35rem]">
          {m.pack_parts()}
        </h2>
        <p className="mt-1 max-w-[44em] text-small text-soft">
          <span>{m.pack_parts_lead()}</span> <span>{m.pack_share()}</span>
        </p>
      </div>
      <output className="sr-only">{announcement}</output>
      <FailedLoads queries={[query]} />
      {parts.length > 0 && (
        <ol className="grid gap-2.5">
          {parts.map((part, index) => (
            <li
              key={part.id}
              className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-card p-2.5"
            >
              <img
                src={part.imageFile}
                alt=""
                className="aspect-[4/5] w-12 shrink-0 rounded-[6px] bg-tint object-cover"
              />
              <div className="min-w-40 flex-1">
                <h3 className="text-base leading-snug font-[650] tracking-normal [overflow-wrap:anywhere]">
                  {part.name}
                </h3>
                <p className="figures text-small text-soft">
                  {formatProductPrice({ ...part, currency })}
                </p>
                {!part.isForSale && (
                  <p className="text-small font-semibold text-bad">{m.pack_part_unavailable()}</p>
                )}
              </div>
              <span className="flex">
                <MoveButton
                  label={m.pack_parts_up({ name: part.name })}
                  isPossible={index > 0 && !isLoading}
                  onClick={() => void move(part, index, index - 1)}
                >
                  <ArrowUp aria-hidden size={18} />
                </MoveButton>
                <MoveButton
                  label={m.pack_parts_down({ name: part.name })}
                  isPossible={index < parts.length - 1 && !isLoading}
                  onClick={() => void move(part, index, index + 1)}
                >
                  <ArrowDown aria-hidden size={18} />
                </MoveButton>
                <IconButton
                  label={m.pack_parts_remove({ name: part.name })}
                  disabled={isLoading}
                  onClick={() => void save(ids.filter(id => id !== part.id))}
                  className="text-soft hover:bg-bad-tint hover:text-bad"
                >
                  <Trash2 aria-hidden size={18} />
                </IconButton>
              </span>
            </li>
          ))}
        </ol>
      )}
      {parts.length < PACK_PARTS.max && others.length > 0 && (
        <Select
          id={ADD_PART_ID}
          label={m.pack_parts_add()}
          placeholder={m.pack_parts_choose()}
          disabled={isLoading}
          value=""
          options={others.map(product => ({
            value: product.id,
            label: `${product.name} (${formatProductPrice(product)})`,
          }))}
          onChange={event => void save([...ids, Number(event.target.value)])}
          className="max-w-md"
        />
      )}
      {query.data && others.length === 0 && (
        <p className="text-soft">
          {parts.length < PACK_PARTS.min ? m.pack_parts_none() : m.pack_parts_all()}
        </p>
      )}
      {parts.length >= PACK_PARTS.min && <PackSaving parts={parts} price={price} />}
    </section>
  )
}

const canBePart = ({ pack, price, state, takenDown }: OwnProduct): boolean =>
  pack === null && price > 0 && takenDown === null && (state === 'on_sale' || state === 'paused')

/** Says what the parts cost by themselves, and what people save with the pack. */
function PackSaving({ parts, price }: { parts: readonly PackPart[]; price: number | undefined }) {
  const { currency } = useSiteSettings()
  const separately = sum(parts.map(part => part.price))
  const saving = separately - (price ?? separately)
  return (
    <p className="figures">
      <span>{m.pack_sum({ amount: formatPrice(separately, currency) })}</span>{' '}
      {saving > 0 ? (
        <b className="font-semibold text-jade">
          {m.pack_saving({ amount: formatPrice(saving, currency) })}
        </b>
      ) : (
        price !== undefined && <b className="font-semibold text-bad">{m.pack_no_saving()}</b>
      )}
    </p>
  )
}
