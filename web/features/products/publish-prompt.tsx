import { listOwnProducts } from '#contract/products/products.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { Plus } from '#web/ui/icons/plus.tsx'

/**
 * Invites the seller to publish the first or another product. `isSecondary` makes the button less prominent, and
 * `hasSold` decides whether the seller is told to go on selling.
 */
export function PublishPrompt({
  isSecondary = false,
  hasSold = true,
}: {
  isSecondary?: boolean
  hasSold?: boolean
}) {
  const { data } = useRead(listOwnProducts, {})
  const hasProducts = data !== undefined && data.products.length > 0
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-5 overflow-hidden rounded-card border-2 border-dashed border-edge/60 bg-tint/50 p-6">
      <EmptySlot />
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="text-[1.35rem]">
          {hasProducts
            ? hasSold
              ? m.upload_more_title()
              : m.upload_next_title()
            : m.upload_first_title()}
        </h2>
        <p className="mt-2 max-w-[32em] text-soft">
          {hasProducts ? m.upload_more_text() : m.upload_first_text()}
        </p>
        <LinkButton
          to={paths.createProduct()}
          kind={isSecondary ? 'ghost' : 'primary'}
          className="mt-4"
          icon={<Plus aria-hidden size={19} />}
        >
          {hasProducts ? m.upload_more_go() : m.upload_first_go()}
        </LinkButton>
      </div>
    </div>
  )
}

/** Draws a row of two covers with an empty slot between them. */
function EmptySlot() {
  return (
    <svg aria-hidden viewBox="0 0 150 112" className="w-36 shrink-0">
      <path d="M2 16h146" className="stroke-edge" strokeWidth="3" strokeLinecap="round" />
      <g transform="rotate(-5 26 16)">
        <path d="M8 20h38v50H8z" fill="#0a756f" />
        <path
          d="M17 58V42M24 58V34M31 58V46M38 58V50"
          stroke="#fff2d6"
          strokeWidth="4"
          strokeLinecap="round"
        />
        <path d="M22 9h9v15h-9z" fill="#ffb52e" />
      </g>
      <g transform="rotate(4 124 16)">
        <path d="M104 20h38v50h-38z" fill="#762b5e" />
        <circle cx="123" cy="50" r="11" fill="none" stroke="#f8c6dd" strokeWidth="4" />
        <path d="M118 9h9v15h-9z" fill="#ffb52e" />
      </g>
      <path
        d="M54 26h42v58H54z"
        className="fill-card stroke-edge"
        strokeWidth="2"
        strokeDasharray="5 5"
      />
      <path d="M70.500 9h9v22h-9z" fill="#ffb52e" />
      <circle cx="75" cy="58" r="12" fill="#d5381f" />
      <path d="M75 52v12M69 58h12" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
