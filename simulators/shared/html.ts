/** A piece of HTML in which every interpolated value has been escaped, unless the value is an `Html` itself. */
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

/** Builds HTML from a template: text is escaped, `Html` values and lists are inserted, undefined renders nothing. */
export function html(parts: TemplateStringsArray, ...fragments: Fragment[]): Html {
  return new Html(parts.map((part, index) => part + render(fragments[index])).join(''))
}

function render(fragment: Fragment): string {
  if (fragment === undefined) return ''
  if (fragment instanceof Html) return fragment.text
  if (typeof fragment === 'object') return fragment.map(render).join('')
  return String(fragment).replace(/[&<>"']/g, sign => ENTITIES[sign]!)
}
