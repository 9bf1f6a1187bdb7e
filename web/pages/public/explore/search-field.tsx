import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { Field } from '#web/ui/forms/field.tsx'
import type { AutocompleteFieldProps } from './autocomplete-field.tsx'

/**
 * The component of the autocomplete field once its code is loaded, and whether the plain field had the focus at that
 * moment.
 */
interface LoadedField {
  Autocomplete: ComponentType<AutocompleteFieldProps>
  hadFocus: boolean
}

/**
 * A plain search field. When it has the focus and the code is loaded, an autocomplete field replaces it and takes over
 * the typed text and the focus.
 */
export function SearchField({ q = '' }: { q: string | undefined }) {
  /**
   * The reference to the plain input is kept after it is unmounted, so that the text typed last can still be read from
   * it.
   */
  const plainInput = useRef<HTMLInputElement>(undefined)
  const [loadedField, setLoadedField] = useState<LoadedField>()
  const loadAutocomplete = useCallback(async () => {
    // The plain field stays if the code of the autocomplete field cannot be loaded.
    const module = await import('./autocomplete-field.tsx').catch(() => undefined)
    const hadFocus = document.activeElement === plainInput.current
    if (module) setLoadedField(existing => existing ?? { Autocomplete: module.default, hadFocus })
  }, [])
  // If the user focused the field before hydration, no focus event follows, so the effect checks the focus.
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
