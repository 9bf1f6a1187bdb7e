import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteProduct } from '#contract/catalog/products.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ BRAND_NAME: 'Kiosko & Cía' })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const read = async (path: string) => {
  const reply = await shop.visitor().request(path)
  return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() }
}
const picture = async (path: string) => {
  const reply = await shop.visitor().request(path)
  expect(reply.status, path).toBe(200)
  return sharp(Buffer.from(await reply.arrayBuffer())).metadata()
}

test('search engines find every product and kiosk that is open, and are kept off private pages', async () => {
  const ana = await shop.creator()
  const song = await shop.publish(ana, { name: 'Zamba' })
  const gone = await shop.publish(ana, { name: 'Chacarera' })
  await ana.call(deleteProduct, { params: { id: gone.id } })

  expect((await read('/robots.txt')).text).toContain(`Sitemap: ${shop.origin}/sitemap.xml`)
  expect((await read('/robots.txt')).text).toContain('Disallow: /dashboard')
  const parts = [...(await read('/sitemap.xml')).text.matchAll(/<loc>([^<]*)/g)].map(
    ([, at]) => at!,
  )
  const listed = await Promise.all(
    parts.map(async part => (await read(part.slice(shop.origin.length))).text),
  )
  const addresses = listed.flatMap(text => [...text.matchAll(/<loc>([^<]*)/g)].map(([, at]) => at))
  expect(addresses).toContain(`${shop.origin}/product/${song.id}`)
  expect(addresses).not.toContain(`${shop.origin}/product/${gone.id}`)
  expect(addresses).toContain(`${shop.origin}/profile/${song.username}`)
  expect(addresses).toContain(`${shop.origin}/explore`)
  for (const none of ['/sitemap/products.xml', '/sitemap/pages-1.xml', '/sitemap/x.xml'])
    expect((await read(none)).status, none).toBe(404)
})

test('who follows a kiosk by feed gets its products, whatever their names', async () => {
  const song = await shop.publish(await shop.creator(), { name: 'Tú & yo <3 \u0007 "vals"' })

  const { text, type } = await read(`/profile/${song.username}/feed.xml`)

  expect(type).toContain('application/rss+xml')
  expect(text).toContain('<title>Tú &#38; yo &#60;3  &#34;vals&#34;</title>')
  expect(text).toContain(`<link>${shop.origin}/product/${song.id}</link>`)
  expect((await read('/profile/nadie/feed.xml')).status).toBe(404)
})

test('a shared link shows a picture of the product, and of the kiosk', async () => {
  const ana = await shop.creator()
  const song = await shop.publish(ana, { name: 'Una zamba larguísima para bailar toda la noche' })
  const odd = await shop.publish(ana, { name: 'W'.repeat(50) })

  for (const path of [`product/${song.id}`, `product/${odd.id}`, `profile/${song.username}`])
    expect(await picture(`/og/${path}.jpg`)).toMatchObject({
      format: 'jpeg',
      width: 1200,
      height: 630,
    })
  for (const none of ['/og/product/999.jpg', '/og/product/x.jpg', '/og/profile/nadie.jpg'])
    expect((await read(none)).status, none).toBe(404)
})

test('the site can be put on a home screen', async () => {
  const { text, type } = await read('/manifest.webmanifest')
  const manifest = JSON.parse(text) as { name: string; icons: { src: string; sizes: string }[] }

  expect(type).toBe('application/manifest+json')
  expect(manifest.name).toBe('Kiosko & Cía')
  for (const { src, sizes } of manifest.icons) {
    const { width, height, format } = await picture(src)
    expect(`${format} ${width}x${height}`).toBe(`png ${sizes}`)
  }
})
