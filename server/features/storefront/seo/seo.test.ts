import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildProductPath } from '#contract/products/product-path.ts'
import { deleteProduct } from '#contract/products/products.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ BRAND_NAME: 'Kiosko & Cía' }, { pages: true })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const fetchText = async (path: string) => {
  const reply = await shop.visitor().request(path)
  return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() }
}
const imageMetadata = async (path: string) => {
  const reply = await shop.visitor().request(path)
  expect(reply.status, path).toBe(200)
  return sharp(Buffer.from(await reply.arrayBuffer())).metadata()
}

test('the sitemap lists every product and kiosk for sale, and robots.txt excludes private pages', async () => {
  const ana = await shop.creator()
  const song = await shop.publish(ana, { name: 'Zamba' })
  const withdrawn = await shop.publish(ana, { name: 'Chacarera' })
  await ana.call(deleteProduct, { params: { id: withdrawn.id } })

  expect((await fetchText('/robots.txt')).text).toContain(`Sitemap: ${shop.origin}/sitemap.xml`)
  expect((await fetchText('/robots.txt')).text).toContain('Disallow: /dashboard')
  const partUrls = [...(await fetchText('/sitemap.xml')).text.matchAll(/<loc>([^<]*)/g)].map(
    ([, url]) => url!,
  )
  const parts = await Promise.all(
    partUrls.map(async url => (await fetchText(url.slice(shop.origin.length))).text),
  )
  const urls = parts.flatMap(text => [...text.matchAll(/<loc>([^<]*)/g)].map(([, url]) => url))
  expect(urls).toContain(`${shop.origin}${buildProductPath(song)}`)
  expect(urls).not.toContain(`${shop.origin}${buildProductPath(withdrawn)}`)
  expect(urls).toContain(`${shop.origin}/profile/${song.username}`)
  expect(urls).toContain(`${shop.origin}/explore`)
  for (const path of ['/sitemap/products.xml', '/sitemap/pages-1.xml', '/sitemap/x.xml'])
    expect((await fetchText(path)).status, path).toBe(404)
})

test('the feed of a kiosk contains its products with their names escaped', async () => {
  const song = await shop.publish(await shop.creator(), { name: 'Tú & yo <3 \u0007 "vals"' })

  const { text, type } = await fetchText(`/profile/${song.username}/feed.xml`)

  expect(type).toContain('application/rss+xml')
  expect(text).toContain('<title>Tú &#38; yo &#60;3  &#34;vals&#34;</title>')
  expect(text).toContain(`<link>${shop.origin}${buildProductPath(song)}</link>`)
  expect((await fetchText('/profile/nadie/feed.xml')).status).toBe(404)
})

test('product and profile pages have a 1200 by 630 JPEG for link previews', async () => {
  const ana = await shop.creator()
  const song = await shop.publish(ana, { name: 'Una zamba larguísima para bailar toda la noche' })
  const unbreakable = await shop.publish(ana, { name: 'W'.repeat(50) })

  for (const path of [
    `product/${song.id}`,
    `product/${unbreakable.id}`,
    `profile/${song.username}`,
  ])
    expect(await imageMetadata(`/og/${path}.jpg`)).toMatchObject({
      format: 'jpeg',
      width: 1200,
      height: 630,
    })
  for (const path of ['/og/product/999.jpg', '/og/product/x.jpg', '/og/profile/nadie.jpg'])
    expect((await fetchText(path)).status, path).toBe(404)
})

test('the web app manifest names the brand and icons that exist in their sizes', async () => {
  const { text, type } = await fetchText('/manifest.webmanifest')
  const manifest = JSON.parse(text) as { name: string; icons: { src: string; sizes: string }[] }

  expect(type).toBe('application/manifest+json')
  expect(manifest.name).toBe('Kiosko & Cía')
  for (const { src, sizes } of manifest.icons) {
    const { width, height, format } = await imageMetadata(src)
    expect(`${format} ${width}x${height}`).toBe(`png ${sizes}`)
  }
})
