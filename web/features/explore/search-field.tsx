import { lazy, startTransition, Suspense, useEffect, useRef, useState } from 'react'
import * as m from '#messages'
import { Field } from '../../ui/forms/field.tsx'

const SuggestingField = lazy(() => import('./suggesting-field.tsx'))

/**
 * The words that are searched for: a plain field, which becomes one with suggestions once somebody is about
 * to type. What they typed until then, and the focus, go along.
 */
export function SearchField({ q = '' }: { q: string | undefined }) {
  /** Stays when the field is gone: what was typed to the last moment is read off it. */
  const plain = useRef<HTMLInputElement>(undefined)
  const [awake, setAwake] = useState(false)
  // Somebody may have gone into it before the page was alive.
  useEffect(() => {
    if (document.activeElement === plain.current) startTransition(() => setAwake(true))
  }, [])
  const field = (
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
      onFocus={() => startTransition(() => setAwake(true))}
    />
  )
  if (!awake) return field
  return (
    <Suspense fallback={field}>
      <SuggestingField q={q} takeOver={() => plain.current?.value ?? q} />
    </Suspense>
  )
}
