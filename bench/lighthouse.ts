import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { buildProductPath } from '#contract/catalog/product-path.ts'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { median } from '#tools/statistics.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { ROOT } from '../scripts/processes.ts'
import { type Figure, publishReport } from './shared/report.ts'

/**
 * Checks the Lighthouse scores of the public pages on a simulated phone, with the demo data; each score is the median of
 * several rounds through all pages.
 * Usage: `lighthouse.ts [rounds]`.
 */
const [rounds = 3] = process.argv.slice(2).map(Number)
const MIN_SCORES = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const CATEGORIES = Object.keys(MIN_SCORES) as (keyof typeof MIN_SCORES)[]
const DEBIAN_CHROMIUM = '/usr/bin/chromium'

await buildIfNeeded()
const testServer = await startTestServer({ LOG_LEVEL: 'warn' })
const browser = await launch({
  ...(existsSync(DEBIAN_CHROMIUM) && { chromePath: DEBIAN_CHROMIUM }),
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
})
try {
  const demo = spawn(process.execPath, ['demo/main.ts'], {
    cwd: ROOT,
    env: testServer.env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(demo, 'exit')) as [number]
  if (code !== 0) throw new Error('the demo data could not be created')
  await testServer.start()
  const first = await fetch(`${testServer.origin}/api/public/product/page/1`)
  const { products } = (await first.json()) as {
    products: { id: number; slug: string; username: string }[]
  }
  const [product] = products
  if (!product) throw new Error('the demo has no product')
  const pages = ['/', '/explore', buildProductPath(product), `/profile/${product.username}`]
  // Two requests to each page put it into the response cache, as the visits of other people would have.
  for (const page of pages)
    for (let n = 0; n < 2; n++)
      await fetch(testServer.origin + page, { headers: { 'accept-encoding': 'br' } }).then(reply =>
        reply.arrayBuffer(),
      )

  const scores = new Map(pages.map(page => [page, CATEGORIES.map(() => [] as number[])]))
  const measures = new Map(pages.map(page => [page, { lcp: [] as number[], cls: [] as number[] }]))
  const failedAudits = new Set<string>()
  for (let round = 0; round < rounds; round++)
    for (const page of pages) {
      const result = await lighthouse(testServer.origin + page, {
        port: browser.port,
        onlyCategories: [...CATEGORIES],
        // Chromium asks for Spanish, so every page is in Spanish unless its URL has `?lang=en`.
        extraHeaders: { 'accept-language': 'es-AR' },
        logLevel: 'error',
      })
      if (!result) throw new Error(`Lighthouse returned no result for ${page}`)
      const { categories, audits } = result.lhr
      CATEGORIES.forEach((name, nth) => {
        scores.get(page)![nth]!.push(Math.round((categories[name]!.score ?? 0) * 100))
        for (const { id, weight } of categories[name]!.auditRefs)
          if (name !== 'performance' && weight > 0 && audits[id]?.score === 0)
            failedAudits.add(`${page}: ${id}`)
      })
      measures.get(page)!.lcp.push(audits['largest-contentful-paint']?.numericValue ?? 0)
      measures.get(page)!.cls.push(audits['cumulative-layout-shift']?.numericValue ?? 1)
    }
  for (const name of failedAudits) console.log(`failed audit: ${name}`)

  const figures: Figure[] = pages.map((page, nth) => {
    const medianScores = scores.get(page)!.map(median)
    const { lcp, cls } = measures.get(page)!
    const name = ['home', 'explore', 'product', 'profile'][nth]!
    return {
      what: name,
      measured: `${medianScores.join(' / ')} (largest paint ${Math.round(median(lcp))} ms, layout shift ${median(cls).toFixed(3)})`,
      promised: Object.values(MIN_SCORES).join(' / '),
      isKept: CATEGORIES.every((category, n) => medianScores[n]! >= MIN_SCORES[category]),
    }
  })
  await publishReport('lighthouse', {
    title: 'Lighthouse, on a phone',
    how: `Performance, accessibility, best practices and SEO of the production build with the demo's data, over loopback with Lighthouse's simulated phone and network; medians of ${rounds}.`,
    figures,
  })
} finally {
  browser.kill()
  await testServer.close()
}
