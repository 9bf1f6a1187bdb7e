import { Autocomplete } from '@base-ui/react/autocomplete'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { suggestProducts } from '#contract/catalog/search.ts'
import type { ReplyOf } from '#contract/core/endpoint.ts'
import * as m from '#messages'
import { call } from '#web/api/client.ts'
import { exploreAddress } from '#web/features/catalog/explore-filters.ts'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Control, textBox } from '#web/ui/forms/control.tsx'

/** How long typing must rest before anything is asked for. */
const REST_MS = 180
const SHORTEST = 2

type Hints = ReplyOf<typeof suggestProducts>

interface Choice {
  key: string
  to: string
  name: string
  detail: string
  image?: string
}

function choicesOf({ products, shelves }: Hints): Choice[] {
  return [
    ...shelves.map(({ category, subcategory }) => ({
      key: `shelf-${category.id}-${subcategory?.id ?? ''}`,
      to: exploreAddress({
        category: category.id,
        ...(subcategory && { subcategory: subcategory.id }),
      }),
      name: subcategory?.name ?? category.name,
      detail: subcategory ? category.name : m.explore_hint_shelf(),
    })),
    ...products.map(({ id, name, username, imageFile }) => ({
      key: `product-${id}`,
      to: paths.product(id),
      name,
      detail: `@${username}`,
      image: imageFile.replace(/960\.webp$/, '320.webp'),
    })),
  ]
}

export interface SuggestingFieldProps {
  /** What this page was found by. */
  q: string
  /** What stands in the field that this one replaces. */
  takeOver: () => string
  /** Whether somebody was in that one. */
  wasIn: boolean
}

/** The words that are searched for, with suggestions while they are typed, by arrows and Enter too. */
export default function SuggestingField({ q, takeOver, wasIn }: SuggestingFieldProps) {
  const [typed, setTyped] = useState(takeOver)
  const [open, setOpen] = useState(false)
  // As soon as it hangs: letters that came since it was drawn go along, and no other finds nobody to take it.
  const [hang] = useState(() => (input: HTMLInputElement | null) => {
    if (!input) return
    const words = takeOver()
    setTyped(words)
    setOpen(wasIn && words !== q)
    if (wasIn) input.focus()
  })
  // Words that stand there from the start have led to this very page.
  const choices = useSuggestions(typed === q ? '' : typed.trim())
  const navigate = useNavigate()
  const id = useId()
  return (
    <CSPProvider disableStyleElements>
      <Autocomplete.Root
        items={choices}
        mode="none"
        value={typed}
        onValueChange={setTyped}
        open={open}
        onOpenChange={setOpen}
        itemToStringValue={({ name }: Choice) => name}
      >
        <Control label={m.explore_search()} id={id}>
          <Autocomplete.Input
            ref={hang}
            id={id}
            type="search"
            name="q"
            enterKeyHint="search"
            maxLength={100}
            placeholder={m.explore_search_placeholder()}
            className={cx(textBox, 'h-12 px-3.5')}
          />
        </Control>
        <Autocomplete.Portal>
          <Autocomplete.Positioner sideOffset={6} className="z-40 w-(--anchor-width)">
            <Autocomplete.Popup
              aria-label={m.explore_hints()}
              className="max-h-96 overflow-y-auto rounded-card border border-line bg-card p-1.5 shadow-lift data-[empty]:hidden"
            >
              <Autocomplete.List>
                {(choice: Choice) => (
                  <Autocomplete.Item
                    key={choice.key}
                    value={choice}
                    onClick={() => void navigate(choice.to)}
                    className="flex min-h-touch cursor-pointer items-center gap-3 rounded-field px-3 py-1.5 data-[highlighted]:bg-tint"
                  >
                    <Suggestion choice={choice} />
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
    </CSPProvider>
  )
}

function Suggestion({ choice: { image, name, detail } }: { choice: Choice }) {
  return (
    <>
      {image ? (
        <img
          src={image}
          alt=""
          className="aspect-[4/5] w-8 shrink-0 rounded-[4px] bg-tint object-cover"
        />
      ) : (
        <span aria-hidden className="w-8 shrink-0 text-center text-soft">
          #
        </span>
      )}
      <span className="min-w-0">
        <span className="block truncate font-[600]">{name}</span>
        <span className="block truncate text-tiny text-soft">{detail}</span>
      </span>
    </>
  )
}

/** What the words so far lead to, asked once they rest; the last answer only. */
function useSuggestions(words: string): Choice[] {
  const [found, setFound] = useState<Choice[]>([])
  useEffect(() => {
    if (words.length < SHORTEST) return undefined
    const gone = new AbortController()
    const ask = async () => {
      const answer = await call(suggestProducts, { query: { q: words }, signal: gone.signal })
      if (!gone.signal.aborted && answer.ok) setFound(choicesOf(answer.body))
    }
    const timer = setTimeout(() => void ask(), REST_MS)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [words])
  return words.length < SHORTEST ? [] : found
}
