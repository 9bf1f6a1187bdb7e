import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { Field } from '#web/ui/forms/field.tsx'
import type { SuggestingFieldProps } from './autocomplete-field.tsx'

/** The field with suggestions, once it is fetched, and whether somebody was in the plain one at that moment. */
interface Fetched {
  Suggesting: ComponentType<SuggestingFieldProps>
  wasIn: boolean
}

/**
 * The words that are searched for: a plain field, which becomes one with suggestions once somebody is about
 * to type and that is there. What they typed until then, and the focus, go along.
 */
export function SearchField({ q = '' }: { q: string | undefined }) {
  /** Stays when the field is gone: what was typed to the last moment is read off it. */
  const plain = useRef<HTMLInputElement>(undefined)
  const [fetched, setFetched] = useState<Fetched>()
  const fetchSuggesting = useCallback(async () => {
    // Without it the plain field does.
    const module = await import('./autocomplete-field.tsx').catch(() => undefined)
    const wasIn = document.activeElement === plain.current
    if (module) setFetched(known => known ?? { Suggesting: module.default, wasIn })
  }, [])
  // Somebody may have gone into it before the page was alive.
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
