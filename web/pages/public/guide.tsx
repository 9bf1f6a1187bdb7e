import { Link } from 'react-router'
import * as m from '#messages'
import { GuideBlocks } from '#web/features/guides/guide-blocks.tsx'
import { GUIDES, type GuideName } from '#web/features/guides/guide-list.ts'
import { readGuide } from '#web/features/guides/guides.server.ts'
import { pageContext } from '#web/page-context.ts'
import { paths } from '#web/paths.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import type { Route } from './+types/guide'

export function loader({ context, params }: Route.LoaderArgs) {
  const { locale, origin, ...settings } = context.get(pageContext)
  if (!Object.hasOwn(GUIDES, params.guide)) throw new Response('no such guide', { status: 404 })
  const guide = readGuide(params.guide as GuideName, locale, settings)
  return { guide, addresses: ADDRESSES.map(lang => origin + paths.guide(guide.name, { lang })) }
}

/** The `lang` parameters of the addresses in Spanish, the default, and in English. */
const ADDRESSES = [undefined, 'en'] as const

export const meta: Route.MetaFunction = args => {
  const { loaderData } = args
  if (!loaderData) return buildPageTitle(args, m.help_title())
  const { guide, addresses } = loaderData
  return [
    ...buildPageTitle(args, guide.title),
    { name: 'description', content: guide.summary },
    { tagName: 'link', rel: 'alternate', hrefLang: 'es', href: addresses[0]! },
    { tagName: 'link', rel: 'alternate', hrefLang: 'en', href: addresses[1]! },
  ]
}

/** A guide for buyers or sellers. */
export default function GuidePage({ loaderData: { guide } }: Route.ComponentProps) {
  return (
    <div className="wrap max-w-[760px]! pt-6 pb-20 lg:pt-12 lg:pb-28">
      <Link to={paths.help()} className="link inline-flex min-h-11 items-center">
        {m.guides_all()}
      </Link>
      <article>
        <h1 className="mt-2 text-title">{guide.title}</h1>
        <p className="mt-5 text-lead text-soft">{guide.summary}</p>
        <GuideBlocks blocks={guide.blocks} />
      </article>
      <section
        aria-labelledby="more"
        className="mt-12 flex flex-wrap items-center justify-between gap-x-8 gap-y-5 rounded-panel bg-tint px-6 py-7 sm:px-8"
      >
        <h2 id="more" className="text-[1.4rem]">
          {m.guides_unanswered()}
        </h2>
        <LinkButton to={`${paths.help()}#contact`}>{m.faq_write()}</LinkButton>
      </section>
    </div>
  )
}
