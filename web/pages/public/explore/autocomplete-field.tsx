import { Autocomplete } from '@base-ui/react/autocomplete'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { suggestProducts } from '#contract/storefront/search.ts'
import type { EndpointReply } from '#contract/core/endpoint.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { buildExplorePath } from '#web/features/storefront/explore-filters.ts'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Control, textControlClasses } from '#web/ui/forms/control.tsx'

/** The milliseconds without an edit after which suggestions are fetched. */
const DEBOUNCE_MS = 180
const MIN_LENGTH = 2

type Suggestions = EndpointReply<typeof suggestProducts>

interface Suggestion {
  key: string
  to: string
  name: string
  detail: string
  image?: string
}

function toSuggestions({ products, shelves }: Suggestions): Suggestion[] {
  return [
    ...shelves.map(({ category, subcategory }) => ({
      key: `shelf-${category.id}-${subcategory?.id ?? ''}`,
      to: buildExplorePath({
        category: category.id,
        ...(subcategory && { subcategory: subcategory.id }),
      }),
      name: subcategory?.name ?? category.name,
      detail: subcategory ? category.name : m.explore_hint_shelf(),
    })),
    ...products.map(({ id, slug, name, username, imageFile }) => ({
      key: `product-${id}`,
      to: paths.product({ id, slug }),
      name,
      detail: `@${username}`,
      image: imageFile.replace(/960\.webp$/, '320.webp'),
    })),
  ]
}

export interface AutocompleteFieldProps {
  /** The search words in the URL of the current page. */
  q: string
  /** Returns the text that the user typed into the plain field before this one replaced it. */
  readTypedText: () => string
  /** Whether the replaced plain field had the focus. */
  hadFocus: boolean
}

/** A search field with suggestions, which can be chosen with the arrow keys and Enter. */
export default function AutocompleteField({ q, readTypedText, hadFocus }: AutocompleteFieldProps) {
  const [text, setText] = useState(readTypedText)
  const [open, setOpen] = useState(false)
  // When the input is mounted, it takes over letters typed since the first render, and the focus without interruption.
  const [takeOverInput] = useState(() => (input: HTMLInputElement | null) => {
    if (!input) return
    const words = readTypedText()
    setText(words)
    setOpen(hadFocus && words !== q)
    if (hadFocus) input.focus()
  })
  // No suggestions are fetched for the search words of the URL, because the page already shows their results.
  const suggestions = useSuggestions(text === q ? '' : text.trim())
  const navigate = useNavigate()
  const id = useId()
  return (
    <CSPProvider disableStyleElements>
      <Autocomplete.Root
        items={suggestions}
        mode="none"
        value={text}
        onValueChange={setText}
        open={open}
        onOpenChange={setOpen}
        itemToStringValue={({ name }: Suggestion) => name}
      >
        <Control label={m.explore_search()} id={id}>
          <Autocomplete.Input
            ref={takeOverInput}
            id={id}
            type="search"
            name="q"
            enterKeyHint="search"
            maxLength={100}
            placeholder={m.explore_search_placeholder()}
            className={cx(textControlClasses, 'h-12 px-3.5')}
          />
        </Control>
        <Autocomplete.Portal>
          <Autocomplete.Positioner sideOffset={6} className="z-40 w-(--anchor-width)">
            <Autocomplete.Popup
              aria-label={m.explore_hints()}
              className="max-h-96 overflow-y-auto rounded-card border border-line bg-card p-1.5 shadow-lift data-[empty]:hidden"
            >
              <Autocomplete.List>
                {(choice: Suggestion) => (
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

function Suggestion({ choice: { image, name, detail } }: { choice: Suggestion }) {
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

/** Fetches suggestions after a pause in typing. A new request aborts the one before. */
function useSuggestions(words: string): Suggestion[] {
  const [suggestions, setSuggestions] = useState<Suggestion[]>([])
  useEffect(() => {
    if (words.length < MIN_LENGTH) return undefined
    const controller = new AbortController()
    const fetchSuggestions = async () => {
      const result = await callEndpoint(suggestProducts, {
        query: { q: words },
        signal: controller.signal,
      })
      if (!controller.signal.aborted && result.ok) setSuggestions(toSuggestions(result.body))
    }
    const timer = setTimeout(() => void fetchSuggestions(), DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [words])
  return words.length < MIN_LENGTH ? [] : suggestions
}
