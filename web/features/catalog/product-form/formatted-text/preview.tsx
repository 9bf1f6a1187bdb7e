import * as m from '#messages'
import { renderMarkdown } from '#web/shared/render-markdown.ts'

/** Shows a text as the product page will. Its module is loaded on request, since it has the renderer. */
export default function FormattedTextPreview({ text }: { text: string }) {
  if (text.trim() === '') return <p className="text-soft">{m.create_about_preview_empty()}</p>
  return (
    <div className="formatted-text" dangerouslySetInnerHTML={{ __html: renderMarkdown(text) }} />
  )
}
