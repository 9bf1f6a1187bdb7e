/** A piece of HTML. Every value inserted into it is escaped, except a value that is itself an `Html`. */
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

/**
 * Builds HTML from a template literal. Texts are escaped, `Html` values and lists are inserted, and undefined renders
 * nothing.
 */
export function html(parts: TemplateStringsArray, ...fragments: Fragment[]): Html {
  return new Html(parts.map((part, index) => part + render(fragments[index])).join(''))
}

function render(fragment: Fragment): string {
  if (fragment === undefined) return ''
  if (fragment instanceof Html) return fragment.text
  if (typeof fragment === 'object') return fragment.map(render).join('')
  return String(fragment).replace(/[&<>"']/g, sign => ENTITIES[sign]!)
}
