import type { EntryContext } from 'react-router'

/** The longest a page waits for what it shows (a cover that does not come) before it comes alive all the same. */
const PATIENCE_MS = 4000

/**
 * How many frames are let pass when all has come: the first is handed over to be drawn, the second is made meanwhile,
 * and a third only when the first is seen.
 */
const FRAMES = 3

/**
 * Lets a page be seen before its scripts are fetched. The router starts them at once, beside letters and
 * covers, which on a phone's line share one road. Here they wait for the first of three: all that is shown has
 * come and was painted; a person does something (`early`, of the head script); it took too long. Then all
 * files are asked for in one go, so that no import is found behind another.
 * @param nonce only what bears it is the router's
 * @throws Error when the page does not start and end as this version of the router writes it
 */
export function startLate(
  page: string,
  nonce: string,
  { manifest, staticHandlerContext: { matches } }: EntryContext,
): string {
  const files: string[] = []
  const preload = new RegExp(
    `<link rel="modulepreload" href="([^"]+)" nonce="${escape(nonce)}"/>`,
    'g',
  )
  const withoutPreloads = page.replace(preload, (_, file: string) => {
    files.push(file)
    return ''
  })
  const start = `<script nonce="${nonce}" type="module" async="">`
  const [before, rest, ...more] = withoutPreloads.split(start)
  if (rest === undefined || more.length > 0 || files.length === 0)
    throw new Error('the page starts in another way than it is known to')
  const routes = matches.map(({ route: { id } }) => [id, manifest.routes[id]!.module])
  const given = [files, manifest.url, routes, manifest.entry.module].map(part =>
    JSON.stringify(part),
  )
  return inOneScript(
    `${before}<script nonce="${nonce}">${START}(${given.join()})${rest.slice(rest.indexOf('</script>'))}`,
    nonce,
  )
}

/**
 * All scripts of a page's end in its last one, so that the policy names one hash instead of five. The others stay
 * where they are, empty: React finds again what it wrote. The first restores how far one had scrolled; it runs last,
 * for it fails where a browser's settings forbid to store anything.
 * @throws Error when the first is another one
 */
function inOneScript(page: string, nonce: string): string {
  const codes: string[] = []
  const inline = new RegExp(`<script nonce="${escape(nonce)}">([^]*?)</script>`, 'g')
  const [head, body] = splitAt(page, page.indexOf('<body'))
  const emptied = body.replace(inline, (_, code: string) => {
    codes.push(code)
    return '<script></script>'
  })
  const [shown, end] = splitAt(emptied, emptied.lastIndexOf('<script></script>'))
  const [scrolling, ...others] = codes
  if (!scrolling?.startsWith('((storageKey'))
    throw new Error('the page ends in another way than it is known to')
  const code = [...others, scrolling].join(';')
  return `${head}${shown}<script nonce="${nonce}">${code}${end.slice('<script>'.length)}`
}

const splitAt = (text: string, at: number) => [text.slice(0, at), text.slice(at)] as const

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** What the router's own script does (manifest, modules of the routes, entry), at a later moment. */
const START =
  '(function(files,manifest,routes,entry){' +
  'var begun;' +
  'function begin(){' +
  'if(begun)return;begun=1;' +
  'files.forEach(function(f){' +
  'var l=document.createElement("link");l.rel="modulepreload";l.href=f;document.head.appendChild(l)' +
  '});' +
  'var names={};' +
  'Promise.all([import(manifest)].concat(routes.map(function(r){' +
  'return import(r[1]).then(function(found){names[r[0]]=found})' +
  '}))).then(function(){window.__reactRouterRouteModules=names;return import(entry)})' +
  '}' +
  'function after(frames){requestAnimationFrame(function(){frames>1?after(frames-1):setTimeout(begin)})}' +
  `function painted(){after(${FRAMES})}` +
  'early.person.then(begin);' +
  `setTimeout(begin,${PATIENCE_MS});` +
  'document.readyState=="complete"?painted():addEventListener("load",painted)' +
  '})'
