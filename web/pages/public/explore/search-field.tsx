import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { Field } from '#web/ui/forms/field.tsx'
import type { AutocompleteFieldProps } from './autocomplete-field.tsx'

/** The autocomplete field once its code is loaded, and whether the plain field had the focus at that moment. */
interface LoadedField {
  Autocomplete: ComponentType<AutocompleteFieldProps>
  hadFocus: boolean
}

/**
 * A plain search field that becomes an autocomplete field when it gets the focus and the code is loaded. The typed
 * text and the focus are carried over.
 */
export function SearchField({ q = '' }: { q: string | undefined }) {
  /** The element is kept after it is unmounted, so that text typed until the last moment can be read from it. */
  const plainInput = useRef<HTMLInputElement>(undefined)
  const [loadedField, setLoadedField] = useState<LoadedField>()
  const loadAutocomplete = useCallback(async () => {
    // If the code cannot be loaded, the plain field stays.
    const module = await import('./autocomplete-field.tsx').catch(() => undefined)
    const hadFocus = document.activeElement === plainInput.current
    if (module) setLoadedField(existing => existing ?? { Autocomplete: module.default, hadFocus })
  }, [])
  // The field may have been focused before hydration.
  useEffect(() => {
    if (document.activeElement === plainInput.current) void loadAutocomplete()
  }, [loadAutocomplete])
  if (loadedField)
    return (
      <loadedField.Autocomplete
        q={q}
        readTypedText={() => plainInput.current?.value ?? q}
        hadFocus={loadedField.hadFocus}
      />
    )
  return (
    <Field
      ref={input => {
        plainInput.current = input ?? plainInput.current
      }}
      label={m.explore_search()}
      type="search"
      name="q"
      enterKeyHint="search"
      maxLength={100}
      placeholder={m.explore_search_placeholder()}
      defaultValue={q}
      onFocus={() => void loadAutocomplete()}
    />
  )
}
