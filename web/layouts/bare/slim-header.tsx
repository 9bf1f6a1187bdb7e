import { Form, Link } from 'react-router'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { paths } from '../../paths.ts'
import { useSiteSettings } from '../../shared/site.ts'
import { Brand } from '../../ui/brand/brand-mark.tsx'
import { cx } from '../../ui/cx.ts'
import { lazyWhenIdle } from '../../ui/hydrate-when-idle.tsx'
import { Icon } from '../../ui/icon.tsx'

const CartLink = lazyWhenIdle(() =>
  import('../../features/orders/cart/cart-link.tsx').then(module => module.CartLink),
)
const LanguageAndThemeToggles = lazyWhenIdle(() =>
  import('../language-theme-toggles.tsx').then(module => module.LanguageAndThemeToggles),
)

const ICONS = {
  search: 'm21 21-4.340-4.340M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0z',
  orders:
    'M4 2v20l2-1 2 1 2-1 2 1 2-1 2 1 2-1 2 1V2l-2 1-2-1-2 1-2-1-2 1-2-1-2 1zM8 8h8M8 12h8M8 16h5',
  kiosk:
    'M3 9l1.500-5h15L21 9M4 12v8a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-8M3 9a3 3 0 0 0 6 0 3 3 0 0 0 6 0 3 3 0 0 0 6 0z',
}

/**
 * The header of the product and profile pages. They have no navigation bar, so it only has the search, the visitor's
 * orders and the member's kiosk. It is the same for everyone; CSS shows the link for members.
 */
export function SlimHeader() {
  const { brand } = useSiteSettings()
  return (
    <header className="wrap flex h-[66px] items-center justify-between gap-2 lg:gap-6">
      <Link
        to={paths.home()}
        className="-ml-1 inline-flex min-h-touch min-w-0 items-center rounded-field px-1"
      >
        {/* Members have one link more, which would leave too little room for the name on phones. */}
        <Brand name={brand} className="min-w-0 max-sm:in-data-signed-in:text-[1.1rem]" />
      </Link>
      <search className="hidden max-w-md flex-1 md:block">
        <Form action={paths.explore()} className="relative">
          <Icon
            size={18}
            className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-soft"
          >
            <path d={ICONS.search} />
          </Icon>
          <input
            type="search"
            name="q"
            enterKeyHint="search"
            aria-label={m.explore_search()}
            placeholder={m.explore_search()}
            maxLength={LIMITS.search.max}
            className="h-touch w-full rounded-full border-[1.5px] border-edge/60 bg-card pr-4 pl-11 placeholder:text-soft hover:border-ink focus-visible:border-ink"
          />
        </Form>
      </search>
      <span className="flex shrink-0 items-center">
        <span className="hidden items-center lg:flex">
          <LanguageAndThemeToggles />
        </span>
        <IconLink
          to={paths.explore()}
          icon={ICONS.search}
          label={m.explore_search()}
          className="md:hidden"
        />
        {/* On very narrow screens the footer alone leads to one's orders. */}
        <IconLink
          to={paths.myOrders()}
          icon={ICONS.orders}
          label={m.footer_order()}
          className="max-[22.4rem]:hidden"
        />
        <IconLink
          to={paths.dashboard()}
          icon={ICONS.kiosk}
          label={m.nav_dashboard()}
          className="member-only"
        />
        <CartLink />
      </span>
    </header>
  )
}

/** A link that shows its name on wide screens, and elsewhere its icon only. */
function IconLink({
  to,
  icon,
  label,
  className,
}: {
  to: string
  icon: string
  label: string
  className?: string
}) {
  return (
    <Link
      to={to}
      className={cx(
        'inline-flex min-h-touch min-w-touch items-center justify-center gap-2 rounded-full font-[550] whitespace-nowrap text-soft transition hover:bg-tint hover:text-ink lg:px-3',
        className,
      )}
    >
      <Icon size={20} className="lg:hidden">
        <path d={icon} />
      </Icon>
      <span className="max-lg:sr-only">{label}</span>
    </Link>
  )
}
