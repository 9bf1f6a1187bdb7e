import { data } from 'react-router'
import { pageContext } from '#web/page-context.ts'
import type { Route } from './+types/ui-kit'
import { ActionSamples } from './ui-kit/actions.tsx'
import { CatalogSamples } from './ui-kit/catalog.tsx'
import { FeedbackSamples } from './ui-kit/feedback.tsx'
import { FormSamples } from './ui-kit/forms.tsx'
import { SurfaceSamples } from './ui-kit/surfaces.tsx'

/** The page exists outside production only. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(pageContext).features.devPages) throw data(null, { status: 404 })
  return null
}

export const meta: Route.MetaFunction = () => [
  { title: 'Kit' },
  { name: 'robots', content: 'noindex' },
]

/** Shows every component of `web/ui` in all its states, in both themes. */
export default function UiKitPage() {
  return (
    <div lang="en" className="px-[18px] pb-20 md:px-6">
      <h1 className="mx-auto max-w-[1160px] py-8 text-title">The kit</h1>
      <div className="mx-auto grid max-w-[1160px] gap-6">
        {(['light', 'dark'] as const).map(theme => (
          <section
            key={theme}
            data-theme={theme}
            aria-label={`Kit, ${theme}`}
            className="grid min-w-0 content-start gap-14 rounded-panel border border-line bg-paper p-5 text-ink sm:p-8"
          >
            <ActionSamples />
            <FormSamples />
            <SurfaceSamples theme={theme} />
            <FeedbackSamples />
            <CatalogSamples theme={theme} />
          </section>
        ))}
      </div>
    </div>
  )
}
