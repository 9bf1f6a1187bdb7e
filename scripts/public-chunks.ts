import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PUBLIC_PAGES } from '../web/pages.ts'
import { ROOT } from './processes.ts'

/** What the bundler tells of a module; `code` is its JavaScript before bundling. Source: Rolldown, `codeSplitting`. */
interface BundlerContext {
  getModuleInfo(id: string): { importedIds: string[]; code: string | null } | null
}

const TEXTS_FOLDER = join(ROOT, '.messages/each')
/** The module that exports all texts. What it imports says nothing about the texts that a page uses. */
const ALL_TEXTS = join(TEXTS_FOLDER, 'index.js')
const [KIOSK_PAGES, SITE_PAGES] = [true, false].map(isOfKiosk =>
  PUBLIC_PAGES.filter(({ layout }) => (layout === 'bare') === isOfKiosk),
) as [typeof PUBLIC_PAGES, typeof PUBLIC_PAGES]
/** An icon is smaller than what a request of its own costs, so that all these pages load it if one of them does. */
const ICONS_FOLDER = join(ROOT, 'web/ui/icons/')
/** If this share of the pages outside of kiosks loads a module, all of them do. */
const MIN_SHARE = 1 / 2

/** The route ids of the pages that load a module from the start, by the path of the module. */
let pagesOfModules: Map<string, Set<string>> | undefined

/**
 * Names the chunk of a module that several public pages load from the start: `base` if pages inside and outside of
 * kiosks load it, `kiosk` if all pages of kiosks do, `site` if at least half of the others do (of an icon, one). Each
 * text is a module, so without these chunks a page loads up to 70 files, and starting a request takes a slow phone 6
 * ms.
 * @returns null for any other module, whose chunk the bundler chooses
 */
export function namePublicChunk(id: string, context: BundlerContext): string | null {
  pagesOfModules ??= findPagesOfModules(context)
  const loading = pagesOfModules.get(id)
  const count = (pages: typeof PUBLIC_PAGES) =>
    pages.filter(({ routeId }) => loading?.has(routeId)).length
  const [kioskCount, siteCount] = [count(KIOSK_PAGES), count(SITE_PAGES)]
  if (kioskCount > 0 && siteCount > 0) return 'base'
  if (kioskCount === KIOSK_PAGES.length) return 'kiosk'
  const minimum = id.startsWith(ICONS_FOLDER) ? 1 : SITE_PAGES.length * MIN_SHARE
  return siteCount >= minimum ? 'site' : null
}

/** Finds, for each module that public pages load from the start, the route ids of these pages. */
function findPagesOfModules(context: BundlerContext): Map<string, Set<string>> {
  const texts = new Set(readdirSync(TEXTS_FOLDER))
  const found = new Map<string, Set<string>>()
  for (const { routeId, layout } of PUBLIC_PAGES) {
    const queue = ['entry.client', 'root', `layouts/${layout}-layout`, routeId].map(file =>
      join(ROOT, `web/${file}.tsx`),
    )
    // The loop also visits what it appends.
    for (const id of queue) {
      const pages = found.get(id) ?? new Set()
      const info = context.getModuleInfo(id)
      if (pages.has(routeId) || !info || id === ALL_TEXTS) continue
      found.set(id, pages.add(routeId))
      queue.push(...info.importedIds)
      if (!id.startsWith(TEXTS_FOLDER)) queue.push(...findTexts(info.code ?? '', texts))
    }
  }
  return found
}

/** Returns the modules of the texts that a module uses, such as `m.close()`. */
const findTexts = (code: string, texts: Set<string>) =>
  [...code.matchAll(/\.([a-z]\w*)/g)]
    .map(([, name]) => `${name}.js`)
    .filter(file => texts.has(file))
    .map(file => join(TEXTS_FOLDER, file))
