import { lazy, Suspense } from 'react'
import { LIMITS } from '#contract/core/limits.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Control, Counter, useControlAttributes } from '#web/ui/forms/control.tsx'
import { persistently } from '#web/ui/load-code.ts'

// The editor is loaded on request, since most products are published without such a text.
const Editor = lazy(persistently(() => import('./formatted-text-editor.tsx')))

/** A field for a text with headings, lists and links, which it shows as they look and stores as Markdown. */
export function FormattedTextField({
  label,
  hint,
  error,
  ...editor
}: {
  label: string
  name: string
  hint: string
  error: string | undefined
  placeholder: string
  /** The current text of the field. */
  value: string
  onChange: (value: string) => void
}) {
  const attributes = useControlAttributes({ label, hint, error })
  return (
    <Control
      {...{ label, hint, error }}
      aside={<Counter length={editor.value.length} max={LIMITS.about.max} />}
      id={attributes.id}
    >
      <Suspense fallback={<Skeleton className="h-52" />}>
        <Editor {...editor} label={label} attributes={attributes} />
      </Suspense>
    </Control>
  )
}
