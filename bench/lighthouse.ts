import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { buildProductPath } from '#contract/products/product-path.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { median } from '#tools/statistics.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { installPackages } from '../scripts/install.mjs'
import { ROOT } from '../scripts/processes.ts'
import { type Figure, publishReport } from './shared/report.ts'

/**
 * Checks the Lighthouse scores of the public pages on a simulated phone, with the demo data; each score is the median
 * of several rounds through all pages. Usage: `lighthouse.ts [rounds]`.
 */
const [rounds = 3] = process.argv.slice(2).map(Number)
const MIN_SCORES = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const CATEGORIES = Object.keys(MIN_SCORES) as (keyof typeof MIN_SCORES)[]
const DEBIAN_CHROMIUM = '/usr/bin/chromium'
/** Lighthouse is a package of its own, since it brings more packages than the whole project has. */
const PACKAGE = join(ROOT, 'bench/lighthouse')

/** The fields of Lighthouse's JSON report that are used here. */
interface LighthouseReport {
  categories: Record<
    (typeof CATEGORIES)[number],
    { score: number | null; auditRefs: { id: string; weight: number }[] }
  >
  audits: Record<string, { score: number | null; numericValue?: number }>
}

/** Opens a page once in a browser of its own, as a simulated phone, and measures it. */
async function measure(url: string): Promise<LighthouseReport> {
  const lighthouse = spawn(
    join(PACKAGE, 'node_modules/.bin/lighthouse'),
    [
      url,
      '--output=json',
      '--quiet',
      `--only-categories=${CATEGORIES.join()}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
      // Chromium asks for Spanish, so every page is in Spanish unless its URL has `?lang=en`.
      `--extra-headers=${JSON.stringify({ 'accept-language': 'es-AR' })}`,
    ],
    {
      env: {
        ...process.env,
        ...(existsSync(DEBIAN_CHROMIUM) && { CHROME_PATH: DEBIAN_CHROMIUM }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  return (await json(lighthouse.stdout)) as LighthouseReport
}

installPackages(PACKAGE, 'this benchmark')
await buildIfNeeded()
const testServer = await startTestServer({ LOG_LEVEL: 'warn' })
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
      const { categories, audits } = await measure(testServer.origin + page)
      CATEGORIES.forEach((name, nth) => {
        scores.get(page)![nth]!.push(Math.round((categories[name].score ?? 0) * 100))
        for (const { id, weight } of categories[name].auditRefs)
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
  await testServer.close()
}
