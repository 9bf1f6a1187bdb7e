import { useEffect, useState } from 'react'
import type { PublicProduct } from '#contract/products/products.ts'
import * as m from '#messages'
import { formatProductPrice, isFree } from '#web/shared/product-price.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { BUY_BOX_ID } from './buy-box-id.ts'

/**
 * A bar with the price at the bottom of phones, which leads to the buy form. It is shown while the form's button is
 * outside of the screen.
 */
export function BuyBar({ product }: { product: PublicProduct }) {
  const [isNeeded, setIsNeeded] = useState(false)
  useEffect(() => {
    const form = document.querySelector(`#${BUY_BOX_ID} form`)
    if (!form) return undefined
    const observer = new IntersectionObserver(([entry]) => setIsNeeded(!entry!.isIntersecting))
    observer.observe(form)
    return () => observer.disconnect()
  }, [])
  const goToForm = () => {
    document.getElementById(BUY_BOX_ID)?.scrollIntoView({ block: 'start' })
    document.querySelector<HTMLInputElement>(`#${BUY_BOX_ID} input`)?.focus({ preventScroll: true })
  }
  return (
    <div
      className={cx(
        'buy-bar fixed inset-x-0 bottom-0 z-30 flex items-center justify-between gap-4 border-t border-line bg-card px-5 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-lift lg:hidden',
        !isNeeded && 'hidden',
      )}
    >
      <span className="figures font-display text-[1.25rem] font-[750] tracking-[-0.02em]">
        {formatProductPrice(product)}
      </span>
      <Button onClick={goToForm} className="px-8!">
        {isFree(product) ? m.free_copy_submit() : m.buy_now()}
      </Button>
    </div>
  )
}
