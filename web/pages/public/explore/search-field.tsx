import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { Field } from '#web/ui/forms/field.tsx'
import type { SuggestingFieldProps } from './autocomplete-field.tsx'

/** The autocomplete field once its code is loaded, and whether the plain field had the focus at that moment. */
interface Fetched {
  Suggesting: ComponentType<SuggestingFieldProps>
  wasIn: boolean
}

/**
 * A plain search field that becomes an autocomplete field when it gets the focus and the code is loaded. The typed
 * text and the focus are carried over.
 */
export function SearchField({ q = '' }: { q: string | undefined }) {
  /** The element is kept after it is unmounted, so that text typed until the last moment can be read from it. */
  const plain = useRef<HTMLInputElement>(undefined)
  const [fetched, setFetched] = useState<Fetched>()
  const fetchSuggesting = useCallback(async () => {
    // If the code cannot be loaded, the plain field stays.
    const module = await import('./autocomplete-field.tsx').catch(() => undefined)
    const wasIn = document.activeElement === plain.current
    if (module) setFetched(known => known ?? { Suggesting: module.default, wasIn })
  }, [])
  // The field may have been focused before hydration.
  useEffect(() => {
    if (document.activeElement === plain.current) void fetchSuggesting()
  }, [fetchSuggesting])
  if (fetched)
    return (
      <fetched.Suggesting q={q} takeOver={() => plain.current?.value ?? q} wasIn={fetched.wasIn} />
    )
  return (
    <Field
      ref={input => {
        plain.current = input ?? plain.current
      }}
      label={m.explore_search()}
      type="search"
      name="q"
      enterKeyHint="search"
      maxLength={100}
      placeholder={m.explore_search_placeholder()}
      defaultValue={q}
      onFocus={() => void fetchSuggesting()}
    />
  )
}
