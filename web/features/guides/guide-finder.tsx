import { useState } from 'react'
import { Link } from 'react-router'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Search } from '#web/ui/icons/search.tsx'
import type { GuideEntry } from './guide.ts'
import type { Readers } from './guide-list.ts'
import { searchGuides } from './search-guides.ts'

/** Lists the guides for buyers and for sellers, with a field that searches them while its user types. */
export function GuideFinder({ guides }: { guides: readonly GuideEntry[] }) {
  const [search, setSearch] = useState('')
  const found = searchGuides(guides, search)
  return (
    <search className="mt-8 block">
      <Field
        label={m.guides_search()}
        type="search"
        autoComplete="off"
        maxLength={100}
        value={search}
        right={<Search aria-hidden size={18} />}
        onChange={event => setSearch(event.target.value)}
      />
      <output className="mt-2 block min-h-6 text-small text-soft">
        {search.trim() !== '' &&
          (found.length === 0 ? m.guides_none() : m.guides_found({ count: found.length }))}
      </output>
      <GuideGroup title={m.guides_buyers()} guides={ofReaders(found, 'buyers')} />
      <GuideGroup title={m.guides_sellers()} guides={ofReaders(found, 'sellers')} />
    </search>
  )
}

const ofReaders = (guides: GuideEntry[], wanted: Readers): GuideEntry[] =>
  guides.filter(({ readers }) => readers === wanted)

function GuideGroup({ title, guides }: { title: string; guides: GuideEntry[] }) {
  if (guides.length === 0) return null
  return (
    <section className="mt-10 first-of-type:mt-6">
      <h2 className="text-[1.4rem]">{title}</h2>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2">
        {guides.map(({ name, title: guideTitle, summary }) => (
          <li
            key={name}
            className="relative rounded-card border border-line bg-card p-5 hover:bg-tint/60"
          >
            <h3 className="text-base font-[650]">
              <Link to={paths.guide(name)} className="after:absolute after:inset-0">
                {guideTitle}
              </Link>
            </h3>
            <p className="mt-1 text-small text-soft">{summary}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
