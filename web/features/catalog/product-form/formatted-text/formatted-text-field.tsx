import { lazy, Suspense, useId, useRef, useState, type KeyboardEvent } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import {
  Control,
  Counter,
  textControlClasses,
  useControlAttributes,
} from '#web/ui/forms/control.tsx'
import { persistently } from '#web/ui/load-code.ts'
import { Bold } from '#web/ui/icons/bold.tsx'
import { Eye } from '#web/ui/icons/eye.tsx'
import { Heading } from '#web/ui/icons/heading.tsx'
import { Italic } from '#web/ui/icons/italic.tsx'
import { Link as LinkIcon } from '#web/ui/icons/link.tsx'
import { List } from '#web/ui/icons/list.tsx'
import { ListOrdered } from '#web/ui/icons/list-ordered.tsx'
import { type Edit, type EditKind, EDIT_KINDS, buildEdit, continueList } from './edits.ts'

const Preview = lazy(persistently(() => import('./preview.tsx')))

/** More characters than the rule allows, so that a pasted text is not cut without a word. */
const INPUT_MAX_LENGTH = 3 * LIMITS.about.max

const BUTTONS: Record<EditKind, { Icon: typeof Bold; label: () => string; key?: string }> = {
  heading: { Icon: Heading, label: m.create_about_heading },
  bold: { Icon: Bold, label: m.create_about_bold, key: 'B' },
  italic: { Icon: Italic, label: m.create_about_italic, key: 'I' },
  list: { Icon: List, label: m.create_about_list },
  numbers: { Icon: ListOrdered, label: m.create_about_numbers },
  link: { Icon: LinkIcon, label: m.create_about_link, key: 'K' },
}

/** A text area for Markdown with a bar of buttons, shortcuts from the keyboard and a preview. */
export function FormattedTextField({
  label,
  hint,
  error,
  placeholder,
  value,
  ref: registerArea,
  ...field
}: UseFormRegisterReturn & {
  label: string
  hint: string
  error: string | undefined
  placeholder: string
  /** The current text of the field. */
  value: string
}) {
  const attributes = useControlAttributes({ label, hint, error })
  const area = useRef<HTMLTextAreaElement>(null)
  const previewId = useId()
  const [isPreviewed, setIsPreviewed] = useState(false)

  const edit = (kind: EditKind) => {
    const { current } = area
    if (current) apply(current, buildEdit(kind, readSelection(current)))
  }
  const pressKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (altKey || event.nativeEvent.isComposing) return
    if (key === 'Enter' && !ctrlKey && !metaKey && !shiftKey) {
      const change = continueList(readSelection(event.currentTarget))
      if (!change) return
      event.preventDefault()
      apply(event.currentTarget, change)
    } else if ((ctrlKey || metaKey) && !shiftKey) {
      const kind = EDIT_KINDS.find(name => BUTTONS[name].key === key.toUpperCase())
      if (!kind) return
      event.preventDefault()
      edit(kind)
    }
  }
  return (
    <Control
      {...{ label, hint, error }}
      aside={<Counter length={value.length} max={LIMITS.about.max} />}
      id={attributes.id}
    >
      <div>
        <fieldset
          aria-label={m.create_about_tools()}
          className="flex min-w-0 flex-wrap gap-0.5 rounded-t-field border-[1.5px] border-b-0 border-edge bg-tint p-1"
        >
          {EDIT_KINDS.map(kind => {
            const { Icon, label, key } = BUTTONS[kind]
            return (
              <button
                key={kind}
                type="button"
                aria-label={label()}
                aria-keyshortcuts={key && `Control+${key} Meta+${key}`}
                title={key ? `${label()} (Ctrl+${key})` : label()}
                // The field keeps its selection, which a press on the button would clear in some browsers.
                onPointerDown={event => event.preventDefault()}
                onClick={() => edit(kind)}
                className="grid size-11 place-items-center rounded-field text-ink hover:bg-paper"
              >
                <Icon aria-hidden size={18} />
              </button>
            )
          })}
          <button
            type="button"
            aria-expanded={isPreviewed}
            aria-controls={previewId}
            onClick={() => setIsPreviewed(!isPreviewed)}
            className="ml-auto inline-flex min-h-11 items-center gap-2 rounded-field px-3 text-small font-semibold text-ink hover:bg-paper aria-expanded:bg-paper"
          >
            <Eye aria-hidden size={18} />
            {m.create_about_preview()}
          </button>
        </fieldset>
        <textarea
          {...field}
          {...attributes}
          ref={element => {
            area.current = element
            registerArea(element)
          }}
          rows={8}
          maxLength={INPUT_MAX_LENGTH}
          placeholder={placeholder}
          onKeyDown={pressKey}
          className={cx(textControlClasses, 'block min-h-40 resize-y rounded-t-none px-3.5 py-3')}
        />
      </div>
      <div
        id={previewId}
        hidden={!isPreviewed}
        className="min-w-0 rounded-panel border border-line bg-paper px-4 py-4"
      >
        {isPreviewed && (
          <Suspense fallback={<Skeleton className="h-24" />}>
            <Preview text={value} />
          </Suspense>
        )}
      </div>
    </Control>
  )
}

const readSelection = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
})

/**
 * Changes the text of the field. The command inserts as typing does, so that Ctrl+Z takes it back; where a browser
 * refuses it, the text is set and the form is told.
 */
function apply(area: HTMLTextAreaElement, { from, to, insert, start, end }: Edit): void {
  area.focus()
  area.setSelectionRange(from, to)
  const command = insert === '' ? 'delete' : 'insertText'
  const isSame = area.value.slice(from, to) === insert
  if (!isSame && !document.execCommand(command, false, insert)) {
    area.setRangeText(insert)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  area.setSelectionRange(start, end)
}
