import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'
import { chooseLayout, type LayoutName, PAGES } from './pages.ts'

const pages = Object.entries(PAGES)
const toFile = (file: string) => `pages/${file}.tsx`

/** Builds the routes of the pages that have a layout. */
const buildRoutes = (name: LayoutName) =>
  pages.flatMap(([pageName, page], position) => {
    if (chooseLayout(page) !== name) return []
    if (page.pattern === '/') return [index(toFile(page.file))]
    // The id of a route is its file, unless an earlier page has the same file.
    const isRepeated = pages.findIndex(([, { file }]) => file === page.file) < position
    const options = isRepeated ? { id: pageName } : {}
    return [route(page.pattern.slice(1), toFile(page.file), options)]
  })

export default [
  layout('layouts/public-layout.tsx', [
    ...buildRoutes('public'),
    route('*', toFile('public/not-found')),
  ]),
  layout('layouts/bare-layout.tsx', buildRoutes('bare')),
  layout('layouts/dashboard-layout.tsx', buildRoutes('dashboard')),
] satisfies RouteConfig
