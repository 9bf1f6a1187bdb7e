import { Slice } from 'prosemirror-model'
import { type Command, EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import * as m from '#messages'
import { parseLink } from '#web/shared/render-markdown.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { type ControlAttributes, controlClasses } from '#web/ui/forms/control.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Bold } from '#web/ui/icons/bold.tsx'
import { Heading } from '#web/ui/icons/heading.tsx'
import { Italic } from '#web/ui/icons/italic.tsx'
import { Link as LinkIcon } from '#web/ui/icons/link.tsx'
import { List } from '#web/ui/icons/list.tsx'
import { ListOrdered } from '#web/ui/icons/list-ordered.tsx'
import {
  FORMATS,
  type Format,
  buildPlugins,
  hasFormat,
  removeLink,
  setLink,
  toggleFormat,
} from './editing.ts'
import { parseMarkdown, writeMarkdown } from './markdown.ts'

const BUTTONS: Record<Format, { Icon: typeof Bold; label: () => string; key?: string }> = {
  heading: { Icon: Heading, label: m.create_about_heading },
  bold: { Icon: Bold, label: m.create_about_bold, key: 'B' },
  italic: { Icon: Italic, label: m.create_about_italic, key: 'I' },
  list: { Icon: List, label: m.create_about_list },
  numbers: { Icon: ListOrdered, label: m.create_about_numbers },
  link: { Icon: LinkIcon, label: m.create_about_link, key: 'K' },
}

export interface FormattedTextEditorProps {
  label: string
  name: string
  placeholder: string
  attributes: ControlAttributes
  /** The text in Markdown. */
  value: string
  onChange: (value: string) => void
}

/** A field that shows a text as the product page will, with a bar of buttons and shortcuts from the keyboard. */
export default function FormattedTextEditor({
  label,
  name,
  placeholder,
  attributes,
  value,
  onChange,
}: FormattedTextEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  /** What the field has told last; another value comes from elsewhere. */
  const told = useRef(value)
  const [state, setState] = useState<EditorState>()
  const [isAsking, setIsAsking] = useState(false)

  const tell = useEffectEvent((text: string) => {
    told.current = text
    onChange(text)
  })
  useEffect(() => {
    const askForLink: Command = current => {
      if (hasFormat(current, 'link')) return removeLink(current, view.current?.dispatch)
      setIsAsking(true)
      return true
    }
    const editor = new EditorView(place.current, {
      state: createState(told.current, askForLink),
      dispatchTransaction(transaction) {
        const next = editor.state.apply(transaction)
        editor.updateState(next)
        setState(next)
        if (transaction.docChanged) tell(writeMarkdown(next.doc))
      },
      // A pasted text without formats may be Markdown, such as a list with dashes.
      clipboardTextParser: (text, _, isPlain) => {
        const { content } = parseMarkdown(isPlain ? escapeMarkdown(text) : text)
        return new Slice(content, 1, 1)
      },
    })
    view.current = editor
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [])
  useEffect(() => {
    const editor = view.current
    if (!editor || value === told.current) return
    told.current = value
    const { plugins } = editor.state
    editor.updateState(EditorState.create({ doc: parseMarkdown(value), plugins }))
  }, [value])
  useEffect(() => {
    view.current?.setProps({
      attributes: ({ doc }) => ({
        ...toStrings(attributes),
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'data-field': name,
        'data-placeholder': placeholder,
        class: cx(
          controlClasses,
          'formatted-text formatted-editor rounded-t-none px-3.5 py-3',
          doc.textContent === '' && doc.childCount === 1 && 'is-empty',
        ),
      }),
    })
  }, [attributes, label, name, placeholder])

  const run = (command: Command) => {
    const editor = view.current
    if (!editor) return
    command(editor.state, editor.dispatch)
    editor.focus()
  }
  const press = (format: Format) => {
    if (format !== 'link') run(toggleFormat(format))
    else if (state && hasFormat(state, 'link')) run(removeLink)
    else setIsAsking(true)
  }
  return (
    <div className="min-w-0">
      <fieldset
        aria-label={m.create_about_tools()}
        className="flex min-w-0 flex-wrap gap-0.5 rounded-t-field border-[1.5px] border-b-0 border-edge bg-tint p-1"
      >
        {FORMATS.map(format => {
          const { Icon, label, key } = BUTTONS[format]
          return (
            <button
              key={format}
              type="button"
              aria-label={label()}
              aria-pressed={state !== undefined && hasFormat(state, format)}
              aria-keyshortcuts={key && `Control+${key} Meta+${key}`}
              title={key ? `${label()} (Ctrl+${key})` : label()}
              // The field keeps its selection, which a press on the button would clear in some browsers.
              onPointerDown={event => event.preventDefault()}
              onClick={() => press(format)}
              className="grid size-11 place-items-center rounded-field text-ink hover:bg-paper aria-pressed:bg-card aria-pressed:text-jade"
            >
              <Icon aria-hidden size={18} />
            </button>
          )
        })}
      </fieldset>
      {isAsking && (
        <LinkForm
          onEnd={href => {
            setIsAsking(false)
            run(href === undefined ? () => true : setLink(href))
          }}
        />
      )}
      <div ref={place} />
    </div>
  )
}

const createState = (text: string, askForLink: Command) =>
  EditorState.create({ doc: parseMarkdown(text), plugins: buildPlugins(askForLink) })

/** Escapes what would be a format, but not the ends of lines. */
const escapeMarkdown = (text: string): string => text.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&')

const toStrings = (attributes: ControlAttributes): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) =>
      attribute === undefined ? [] : [[name, String(attribute)]],
    ),
  )

/** Asks for the address of a link, and takes one without `https://`. */
function LinkForm({ onEnd }: { onEnd: (href: string | undefined) => void }) {
  const [address, setAddress] = useState('')
  const [isRefused, setIsRefused] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const take = () => {
    const typed = address.trim()
    const href = (parseLink(typed) ?? parseLink(`https://${typed}`))?.href
    if (href === undefined) setIsRefused(true)
    else onEnd(href)
  }
  const pressKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEnd(undefined)
    if (event.key !== 'Enter') return
    event.preventDefault()
    take()
  }
  return (
    <div className="flex flex-wrap items-end gap-2.5 border-[1.5px] border-b-0 border-edge bg-tint p-3">
      <Field
        ref={field}
        label={m.create_about_address()}
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={address}
        error={isRefused ? m.create_about_address_wrong() : undefined}
        onChange={event => {
          setAddress(event.target.value)
          setIsRefused(false)
        }}
        onKeyDown={pressKey}
        className="min-w-48 flex-1"
      />
      <Button size="small" onClick={take}>
        {m.create_about_address_go()}
      </Button>
      <Button size="small" kind="quiet" onClick={() => onEnd(undefined)}>
        {m.cancel()}
      </Button>
    </div>
  )
}
