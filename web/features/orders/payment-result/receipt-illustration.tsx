import type { ReactElement } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { PaymentResult } from '../order/order-detail-texts.ts'

const STAMPS: Record<PaymentResult, ReactElement> = {
  success: <path d="M131 142l13 13 25-28" />,
  pending: <path d="M150 122v20l14 9" />,
  failure: <path d="M136 126l28 28M164 126l-28 28" />,
}

/**
 * Draws a receipt with a stamp for the result of a payment. The drawing is decorative, because the text beside it says
 * the same.
 */
export function ReceiptIllustration({
  kind,
  className,
}: {
  kind: PaymentResult
  className?: string
}) {
  return (
    <svg aria-hidden viewBox="0 0 200 200" className={cx('rotate-[4deg]', className)}>
      <path d="M20 18h160v10H20z" rx="5" className="fill-(--on-band)" opacity="0.28" />
      <path d="M36 22h112v152l-14-9-14 9-14-9-14 9-14-9-14 9-14-9-14 9z" fill="#fffdf8" />
      <path d="M52 44h28v9a14 14 0 0 1-28 0z" fill="#d5381f" />
      <path d="M80 44h28v9a14 14 0 0 1-28 0z" fill="#e8dfd1" />
      <path d="M108 44h24v9a12 12 0 0 1-24 0z" fill="#d5381f" />
      <path
        d="M54 88h44M54 102h58M54 116h30"
        fill="none"
        stroke="#b9ab9b"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <circle cx="150" cy="142" r="38" className="fill-(--stamp)" />
      <circle
        cx="150"
        cy="142"
        r="31"
        className="fill-none stroke-(--on-stamp)"
        strokeWidth="1.6"
        strokeDasharray="3 4"
      />
      <g
        className="fill-none stroke-(--on-stamp)"
        strokeWidth="6.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {STAMPS[kind]}
      </g>
    </svg>
  )
}
