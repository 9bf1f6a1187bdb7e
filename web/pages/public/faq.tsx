import { useEffect, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { FILE_TYPES, LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { formatBytes, formatStorage } from '#web/i18n/format.ts'
import { describeMethods, hasLocalMethod } from '#web/features/orders/checkout/describe-methods.ts'
import { pageContext } from '#web/page-context.ts'
import { paths } from '#web/paths.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { ChevronDown } from '#web/ui/icons/chevron-down.tsx'
import type { Route } from './+types/faq'
import { TierTable } from './tier-table.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { locale, origin, currency } = context.get(pageContext)
  return {
    origin,
    url: origin + paths.faq({ lang: locale === 'en' ? 'en' : undefined }),
    methods: describeMethods(currency),
    hasCash: hasLocalMethod(currency, 'cash'),
    hasTransfer: hasLocalMethod(currency, 'transfer'),
  }
}

export const meta: Route.MetaFunction = args => {
  const { loaderData } = args
  return [
    ...buildPageTitle(args, m.faq_title()),
    { name: 'description', content: m.faq_description() },
    ...(loaderData
      ? [
          { tagName: 'link', rel: 'canonical', href: loaderData.url },
          {
            tagName: 'link',
            rel: 'alternate',
            hrefLang: 'es',
            href: loaderData.origin + paths.faq(),
          },
          {
            tagName: 'link',
            rel: 'alternate',
            hrefLang: 'en',
            href: loaderData.origin + paths.faq({ lang: 'en' }),
          },
        ]
      : []),
  ]
}

/** The page with frequent questions of buyers and sellers. */
export default function FaqPage({
  loaderData: { methods, hasCash, hasTransfer },
}: Route.ComponentProps) {
  const { hash } = useLocation()
  const { withdrawal, productFileMaxBytes, sellerQuotaBytes } = useSiteSettings()
  const { days, scope } = withdrawal
  useEffect(() => {
    const answer = hash && document.getElementById(hash.slice(1))
    if (!(answer instanceof HTMLDetailsElement)) return
    answer.setAttribute('open', '')
    answer.scrollIntoView()
  }, [hash])
  return (
    <div className="wrap max-w-[860px]! pt-6 pb-20 lg:pt-12 lg:pb-28">
      <h1 className="text-title">{m.faq_title()}</h1>
      <p className="mt-5 text-lead text-soft">{m.faq_lead()}</p>
      <QuestionGroup title={m.faq_buying()}>
        <Question title={m.faq_delivery_q()}>
          <span>{m.faq_delivery_a()}</span> {hasCash && <span>{m.faq_delivery_cash()}</span>}{' '}
          {hasTransfer && <span>{m.faq_delivery_transfer()}</span>}
        </Question>
        <Question title={m.faq_account_q()}>{m.faq_account_a()}</Question>
        <Question title={m.faq_pay_q()}>{m.faq_pay_a({ methods })}</Question>
        <Question title={m.faq_lost_q()}>
          {m.faq_lost_a({ downloads: LIMITS.downloadsPerGrant, days: LIMITS.grantDays })}{' '}
          <Link to={paths.myOrders()} className="link">
            {m.footer_order()}
          </Link>
        </Question>
        <Question id="refunds" title={m.faq_refund_q()}>
          <span>
            {scope === 'always'
              ? m.faq_refund_a({ days })
              : m.faq_refund_until_download_a({ days })}
          </span>{' '}
          <span>{m.faq_refund_guarantee()}</span>{' '}
          <Link to={paths.withdrawal()} className="link">
            {m.withdrawal_title()}
          </Link>
        </Question>
      </QuestionGroup>
      <QuestionGroup title={m.faq_selling()}>
        <Question title={m.faq_cost_q()}>
          {m.faq_cost_a()}
          <TierTable />
        </Question>
        <Question title={m.faq_paid_q()}>{m.faq_paid_a()}</Question>
        <Question title={m.faq_space_q()}>
          {m.faq_space_a({
            space: formatStorage(sellerQuotaBytes),
            size: formatBytes(Math.min(productFileMaxBytes, sellerQuotaBytes)),
            count: LIMITS.filesPerProduct,
          })}{' '}
          <Link to={paths.help()} className="link">
            {m.faq_write()}
          </Link>
        </Question>
        <Question title={m.faq_files_q()}>
          {m.faq_files_a({ types: FILE_TYPES.map(type => type.toUpperCase()).join(', ') })}
        </Question>
        <Question title={m.faq_dynamic_q()}>{m.faq_dynamic_a()}</Question>
        <Question title={m.faq_delete_q()}>{m.faq_delete_a()}</Question>
      </QuestionGroup>
      <section
        aria-labelledby="more"
        className="mt-12 flex flex-wrap items-center justify-between gap-x-8 gap-y-5 rounded-panel bg-tint px-6 py-7 sm:px-8"
      >
        <div>
          <h2 id="more" className="text-[1.4rem]">
            {m.faq_more()}
          </h2>
          <p className="mt-3 text-soft">{m.help_lead()}</p>
        </div>
        <LinkButton to={paths.help()}>{m.faq_write()}</LinkButton>
      </section>
    </div>
  )
}

function QuestionGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-11">
      <h2 className="text-h2">{title}</h2>
      <div className="mt-5 divide-y divide-line overflow-hidden rounded-panel border border-line bg-card">
        {children}
      </div>
    </section>
  )
}

/**
 * A question with its answer in a `<details>` element, which opens without JavaScript and is found by the browser's
 * page search.
 */
function Question({
  id,
  title,
  children,
}: {
  /** The fragment of links to this answer, which open it. */
  id?: string
  title: string
  children: ReactNode
}) {
  return (
    <details id={id} className="group scroll-mt-6">
      <summary className="flex min-h-16 list-none items-center justify-between gap-4 px-5 py-3 font-[620] hover:bg-tint/60 focus-visible:outline-offset-[-4px] sm:px-6 [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown
          aria-hidden
          size={20}
          className="shrink-0 text-awning-deep transition group-open:rotate-180"
        />
      </summary>
      <div className="max-w-[40em] px-5 pt-1 pb-6 text-soft sm:px-6">{children}</div>
    </details>
  )
}
