/** A piece of markup that is safe to send: every value put into it was escaped, or is markup itself. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Fragment = Html | string | number | undefined | readonly Fragment[]

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Builds markup from a template. Text is escaped, markup and lists of it are kept, undefined is nothing. */
export function html(parts: TemplateStringsArray, ...fragments: Fragment[]): Html {
  return new Html(parts.map((part, index) => part + render(fragments[index])).join(''))
}

function render(fragment: Fragment): string {
  if (fragment === undefined) return ''
  if (fragment instanceof Html) return fragment.text
  if (typeof fragment === 'object') return fragment.map(render).join('')
  return String(fragment).replace(/[&<>"']/g, sign => ENTITIES[sign]!)
}
