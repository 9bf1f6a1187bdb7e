import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { ROOT, buildIfNeeded } from '../scripts/steps.ts'
import { type Figure, median, report } from './report.ts'

/**
 * The promise: what Lighthouse finds on a phone, on the pages that are linked to, with the demo's goods. The medians of
 * some rounds through all pages.
 * Usage: `lighthouse.ts [rounds]`.
 */
const [rounds = 3] = process.argv.slice(2).map(Number)
const AT_LEAST = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const CATEGORIES = Object.keys(AT_LEAST) as (keyof typeof AT_LEAST)[]
const DEBIAN = '/usr/bin/chromium'

await buildIfNeeded()
const town = await startTestServer({ LOG_LEVEL: 'warn' })
const browser = await launch({
  ...(existsSync(DEBIAN) && { chromePath: DEBIAN }),
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
})
try {
  const demo = spawn(process.execPath, ['demo/main.ts'], {
    cwd: ROOT,
    env: town.env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(demo, 'exit')) as [number]
  if (code !== 0) throw new Error('no demo data')
  await town.start()
  const first = await fetch(`${town.origin}/api/public/product/page/1`)
  const { products } = (await first.json()) as { products: { id: number; username: string }[] }
  const [product] = products
  if (!product) throw new Error('the demo has no product')
  const pages = ['/', '/explore', `/product/${product.id}`, `/profile/${product.username}`]
  // As an early visitor left them: nobody is the first at a shop.
  for (const page of pages)
    for (let n = 0; n < 2; n++)
      await fetch(town.origin + page, { headers: { 'accept-encoding': 'br' } }).then(reply =>
        reply.arrayBuffer(),
      )

  const scores = new Map(pages.map(page => [page, CATEGORIES.map(() => [] as number[])]))
  const measures = new Map(pages.map(page => [page, { lcp: [] as number[], cls: [] as number[] }]))
  const failing = new Set<string>()
  for (let round = 0; round < rounds; round++)
    for (const page of pages) {
      const result = await lighthouse(town.origin + page, {
        port: browser.port,
        onlyCategories: [...CATEGORIES],
        // The language that plain addresses are in; the other one's own address is `?lang=en`.
        extraHeaders: { 'accept-language': 'es-AR' },
        logLevel: 'error',
      })
      if (!result) throw new Error(`nothing came of ${page}`)
      const { categories, audits } = result.lhr
      CATEGORIES.forEach((name, nth) => {
        scores.get(page)![nth]!.push(Math.round((categories[name]!.score ?? 0) * 100))
        for (const { id, weight } of categories[name]!.auditRefs)
          if (name !== 'performance' && weight > 0 && audits[id]?.score === 0)
            failing.add(`${page}: ${id}`)
      })
      measures.get(page)!.lcp.push(audits['largest-contentful-paint']?.numericValue ?? 0)
      measures.get(page)!.cls.push(audits['cumulative-layout-shift']?.numericValue ?? 1)
    }
  for (const name of failing) console.log(`falls short on ${name}`)

  const figures: Figure[] = pages.map((page, nth) => {
    const found = scores.get(page)!.map(median)
    const { lcp, cls } = measures.get(page)!
    const name = ['home', 'explore', 'product', 'profile'][nth]!
    return {
      what: name,
      measured: `${found.join(' / ')} (largest paint ${Math.round(median(lcp))} ms, layout shift ${median(cls).toFixed(3)})`,
      promised: Object.values(AT_LEAST).join(' / '),
      isKept: CATEGORIES.every((category, n) => found[n]! >= AT_LEAST[category]),
    }
  })
  await report('lighthouse', {
    title: 'Lighthouse, on a phone',
    how: `Performance, accessibility, best practices and findability of the production build with the demo's data, over loopback with Lighthouse's simulated phone and line; medians of ${rounds}.`,
    figures,
  })
} finally {
  browser.kill()
  await town.close()
}
