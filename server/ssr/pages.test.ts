import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ProductAddress, buildProductPath } from '#contract/products/product-path.ts'
import { deleteProduct, updateProduct } from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { getPublicProfile, updateProfile } from '#contract/profiles.ts'
import { unlinkMercadoPago } from '#contract/payment-accounts.ts'
import { releasedAssets } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { PATTERNS } from '#web/paths.ts'
import { keepReleasedAssets } from '../http/routes/assets.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({}, { pages: true })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const read = async (visitor: ApiClient, path: string, headers: Record<string, string> = {}) => {
  const reply = await visitor.request(path, { headers })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}
const titleOf = (html: string) => /<h1[^>]*>([^<]*)/.exec(html)?.[1]

test('visitors and sellers get the same bytes of a public page, whatever query parameters they add', async () => {
  const ana = await shop.seller()
  const song = await shop.publish(ana, { name: 'Zamba del sur' })

  const stranger = await read(shop.visitor(), buildProductPath(song))
  const seller = await read(ana, `${buildProductPath(song)}?utm_source=letter`)

  expect(stranger.status).toBe(200)
  expect(titleOf(stranger.text)).toContain('Zamba del sur')
  expect(seller.text === stranger.text).toBe(true)
  expect(stranger.text.includes('<template')).toBe(false)
  expect(seller.headers.get('etag')).toBe(stranger.headers.get('etag'))
  expect(stranger.headers.get('cache-control')).toBe('private, no-cache')
  expect(stranger.headers.get('vary')).toBe('Accept-Encoding, Accept-Language, Cookie')
})

test('a public page contains nothing of the signed-in seller who requests it', async () => {
  const ana = await shop.seller()
  const song = await shop.publish(ana)
  const { username } = song
  const session = [...ana.cookies.values()].filter(value => value.length > 20)
  expect(session.length).toBeGreaterThan(0)

  for (const path of [
    '/',
    '/explore',
    buildProductPath(song),
    `/profile/${username}`,
    '/faq',
    '/tyc',
  ])
    for (const address of [path, `${path === '/' ? '/_' : path}.data`]) {
      const { text, headers, status } = await read(ana, address)

      expect(status, address).toBe(200)
      expect(headers.get('set-cookie'), address).toBeNull()
      expect(headers.get('cache-control'), address).toBe('private, no-cache')
      for (const secret of session) expect(text.includes(secret), address).toBe(false)
      expect(text.includes('@cuentas.example'), address).toBe(false)
    }
})

test('each language has its own cached page, and choosing a language does not change it', async () => {
  const song = await shop.publish(await shop.seller())
  const address = buildProductPath(song)
  const spanish = await read(shop.visitor({ 'accept-language': 'es-AR' }), address)
  const english = await read(shop.visitor({ 'accept-language': 'en' }), address)
  const chosen = shop.visitor({ 'accept-language': 'es-AR' })
  const byAddress = await read(chosen, `${address}?lang=en`)

  expect(spanish.text.includes('<html lang="es"')).toBe(true)
  expect(english.text.includes('<html lang="en"')).toBe(true)
  expect(byAddress.text === english.text).toBe(true)
  expect(byAddress.headers.get('set-cookie')).toContain('lang=en')
  expect(english.headers.get('set-cookie')).toBeNull()
  expect((await read(chosen, address)).text === english.text).toBe(true)
  expect(spanish.headers.get('etag')).not.toBe(english.headers.get('etag'))
})

test('the style sheet comes before the links that load scripts, so that the first paint waits for none', async () => {
  const { body } = await raw('/', { 'accept-encoding': 'identity' })
  const links = [...body.toString().matchAll(/<link rel="(stylesheet|modulepreload)"/g)].map(
    ([, rel]) => rel,
  )

  expect(links[0]).toBe('stylesheet')
  expect(links.filter(rel => rel === 'stylesheet')).toHaveLength(1)
  expect(links).toContain('modulepreload')
})

test('a page is sent in the encoding that the browser accepts, or as 304 if it is unchanged', async () => {
  const address = buildProductPath(await shop.publish(await shop.seller()))
  const plain = await raw(address, { 'accept-encoding': 'identity' })
  const small = await raw(address, { 'accept-encoding': 'gzip, deflate, br' })
  const older = await raw(address, { 'accept-encoding': 'gzip;q=1.0, br;q=0' })

  expect(small.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(small.body).equals(plain.body)).toBe(true)
  expect(older.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(older.body).equals(plain.body)).toBe(true)
  expect(new Set([plain, small, older].map(({ headers }) => headers.etag)).size).toBe(3)

  const again = await raw(address, {
    'accept-encoding': 'br',
    'if-none-match': `"x", W/${small.headers.etag}`,
  })
  expect(again.status).toBe(304)
  expect(again.body.length).toBe(0)
  expect(again.headers['content-security-policy']).toBe(small.headers['content-security-policy'])
  expect(again.headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie')
})

test("the content security policy of a cached page allows exactly its own scripts and none from users' texts", async () => {
  const ana = await shop.seller()
  const evil = '<script>alert(1)</script></script><script nonce="x">alert(2)</script>'
  const song = await shop.publish(ana, { name: evil.slice(0, 50) })

  const { text, headers } = await read(shop.visitor(), buildProductPath(song))

  const policy = headers.get('content-security-policy') ?? ''
  const named = policy.match(/sha256-[\w+/=]+/g) ?? []
  const inline = [...text.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>([^]*?)<\/script>/g)]
    .filter(([, attributes]) => !attributes?.includes('ld+json'))
    // Empty scripts are left out, since they need no hash.
    .filter(([, , code]) => code !== '')
    .map(([, , code = '']) => `sha256-${createHash('sha256').update(code).digest('base64')}`)
  expect(inline.length, 'the script of the head and those of the router').toBeGreaterThan(1)
  expect(named.toSorted()).toEqual([...new Set(inline)].toSorted())
  expect(/<(script|link|style)( [a-z]+(="[^"]*")?)* nonce=/i.test(text)).toBe(false)
  expect(text.includes('<script>alert')).toBe(false)
  expect(policy).not.toMatch(/unsafe-inline|nonce-|unsafe-eval/)
})

test('only the page of a product with a video allows its players, as long as it has one', async () => {
  const ana = await shop.seller()
  const [plain, song] = [await shop.publish(ana), await shop.publish(ana)]
  const params = { id: song.id }
  const setVideo = async (videoUrl: string) =>
    expectOk(await ana.call(updateProduct, { params, form: { videoUrl }, files: {} }))
  const readFrames = async (path: string, visitor = shop.visitor()) =>
    /frame-src ([^;]*)/.exec(
      (await read(visitor, path)).headers.get('content-security-policy')!,
    )?.[1]
  await setVideo('https://youtu.be/aqz-KE-bpKQ')

  const players = 'https://www.youtube-nocookie.com https://player.vimeo.com'
  expect(await readFrames(buildProductPath(song))).toBe(players)
  expect(await readFrames(buildProductPath(song), ana)).toBe(players)
  const others = ['/', '/explore', '/login', '/help', '/product/999999', '/dashboard/products']
  for (const path of [buildProductPath(plain), `/profile/${song.username}`, ...others])
    expect(await readFrames(path, path.startsWith('/dashboard') ? ana : undefined), path).toBe(
      "'none'",
    )

  const { text } = await read(shop.visitor(), buildProductPath(song))
  expect(text).not.toMatch(/<iframe|preconnect|dns-prefetch|ytimg|nocookie/)
  await setVideo('')
  expect(await readFrames(buildProductPath(song))).toBe("'none'")
})

test("a seller's change is visible at once in the same process and after the notification in another one", async () => {
  const secondApp = await shop.startSecondApp()
  try {
    const ana = await shop.seller()
    const song = await shop.publish(ana, { name: 'Zamba del sur' })
    const product = (visitor: ApiClient) =>
      visitor.call(getPublicProduct, { params: { id: song.id } })
    const heard = (answer: object) =>
      expect.poll(() => product(secondApp.visitor())).toMatchObject(answer)
    const profile = `/profile/${song.username}`
    const listWatched = (product: ProductAddress) => [
      '/',
      '/explore',
      buildProductPath(product),
      profile,
    ]
    const everywhere = async (path: string) =>
      Promise.all([read(shop.visitor(), path), read(secondApp.visitor(), path)])
    for (const path of listWatched(song)) await everywhere(path)

    const form = { name: 'Chacarera del norte' }
    const renamed = expectOk(await ana.call(updateProduct, { params: { id: song.id }, form }))
    expect(await product(shop.visitor())).toMatchObject({ body: form })
    await heard({ body: form })
    for (const path of listWatched(renamed))
      for (const page of await everywhere(path)) {
        expect(page.text.includes('Chacarera del norte'), path).toBe(true)
        expect(page.text.includes('Zamba del sur'), path).toBe(false)
      }

    expectOk(
      await ana.call(updateProfile, { body: { username: 'anapampa', bio: 'Música de acá' } }),
    )
    await heard({ body: { username: 'anapampa' } })
    for (const page of await everywhere(profile)) {
      expect(page.status).toBe(301)
      expect(page.headers.get('location')).toBe('/profile/anapampa')
    }
    for (const page of await everywhere('/profile/anapampa'))
      expect(page.text.includes('Música de acá')).toBe(true)
    for (const page of await everywhere(buildProductPath(renamed)))
      expect(page.text.includes('@anapampa')).toBe(true)
    for (const page of await everywhere('/explore'))
      expect(page.text.includes('anapampa')).toBe(true)

    expectOk(await ana.call(unlinkMercadoPago, {}))
    expect(await product(shop.visitor())).toMatchObject({ body: { hasAuth: false } })
    await heard({ body: { hasAuth: false } })

    expectOk(await ana.call(deleteProduct, { params: { id: song.id } }))
    expect(await product(shop.visitor())).toMatchObject({ code: 'ERROR_PRODUCT_NOT_FOUND' })
    await heard({ code: 'ERROR_PRODUCT_NOT_FOUND' })
    for (const page of await everywhere(buildProductPath(renamed))) expect(page.status).toBe(404)
    for (const path of ['/', '/explore', '/profile/anapampa'])
      for (const page of await everywhere(path))
        expect(page.text.includes('Chacarera del norte'), path).toBe(false)
    const answer = await secondApp
      .visitor()
      .call(getPublicProfile, { params: { username: 'anapampa' } })
    expect(answer).toMatchObject({ ok: true, body: { products: [] } })
  } finally {
    await secondApp.close()
  }
})

test('URLs that visitors invent add no cache entries', async () => {
  const song = await shop.publish(await shop.seller())
  await read(shop.visitor(), buildProductPath(song))
  // A search without results shows the best sellers. This request caches that list, so that the following searches add
  // no entry.
  await read(shop.visitor(), '/explore?q=0')
  const before = shop.app.responseCache.size

  for (let n = 1; n <= 20; n++)
    for (const path of [
      `${buildProductPath(song)}?x=${n}`,
      `/explore?q=${n}`,
      `/explore?category=${1000 + n}`,
      `/product/${song.id}/invented-${n}`,
      `/product/${song.id}/invented-${n}.data`,
      `/product/${1000 + n}`,
      `/product/${1000 + n}/invented`,
      `/profile/nadie${n}`,
      `/api/public/product/page/1?minPrice=${n}`,
      `/api/public/product/page/1?q=${n}`,
    ])
      await read(shop.visitor(), path)

  expect(shop.app.responseCache.size).toBe(before)
})

test('pages that are rendered for one visitor are not cached', async () => {
  const ana = await shop.seller()
  for (const path of ['/login', '/dashboard', '/order', '/nowhere', '/payment/success?order=abc'])
    expect((await read(ana, path)).headers.get('cache-control'), path).toBe('no-store')
})

test('assets are served precompressed and can be cached forever', async () => {
  const { text } = await read(shop.visitor(), '/faq')
  const script = /\/assets\/[\w.-]+\.js/.exec(text)![0]

  const plain = await raw(script, { 'accept-encoding': 'identity' })
  const small = await raw(script, { 'accept-encoding': 'br' })

  expect(small.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(small.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(small.body).equals(plain.body)).toBe(true)
  for (const gone of ['/assets/none.js', '/assets/..%2fserver%2findex.js', `${script}.br`])
    expect((await raw(gone, {})).status, gone).toBe(404)
})

test('the scripts of another release are served for a day after it was replaced', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-release-'))
  const { db } = shop.database
  const script = 'export const release = 1'
  const storeRelease = async (name: string) => {
    await rm(folder, { recursive: true })
    await mkdir(folder)
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(script))
    await keepReleasedAssets(db, folder)
  }
  const age = (hours: number) =>
    db.update(releasedAssets).set({ seenAt: sql`now() - ${hours} * interval '1 hour'` })
  const statusOf = async (name: string) => (await raw(`/assets/${name}`, {})).status

  await storeRelease('former-1a2b.js')
  await age(24)
  await storeRelease('next-3c4d.js')
  const former = await raw('/assets/former-1a2b.js', {})
  expect(former.status).toBe(200)
  expect(former.body.toString()).toBe(script)
  expect(former.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(former.headers['cache-control']).toBe('public, max-age=31536000, immutable')

  await age(26)
  await storeRelease('next-3c4d.js')
  expect(await statusOf('former-1a2b.js')).toBe(404)
  expect(await statusOf('next-3c4d.js')).toBe(200)
  await rm(folder, { recursive: true })
})

/** Requests a URL and returns the body as it was sent, while `fetch` would decompress it. */
function raw(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, string>; body: Buffer }>(
    (resolve, reject) => {
      get(shop.origin + path, { headers }, reply => {
        const parts: Buffer[] = []
        reply.on('data', (part: Buffer) => parts.push(part))
        reply.on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers as Record<string, string>,
            body: Buffer.concat(parts),
          }),
        )
      }).on('error', reject)
    },
  )
}

test('a page that fails while it is rendered is answered with the error page, and the server goes on', async () => {
  const failed = await fetch(`${shop.origin}/dev/crash`, { headers: { 'accept-language': 'es' } })

  expect(failed.status).toBe(500)
  const page = await failed.text()
  expect(page).toContain('<footer')
  expect(page).not.toContain('This page always fails')
  expect((await fetch(`${shop.origin}/faq`)).status).toBe(200)
})

test('every page whose path has a token sends no referrer and is closed to search engines', async () => {
  const tokenPaths = Object.values<string>(PATTERNS).filter(pattern => pattern.includes(':token'))
  expect(tokenPaths.length).toBeGreaterThan(8)
  const robots = (await read(shop.visitor(), '/robots.txt')).text

  for (const pattern of tokenPaths) {
    const page = await read(shop.visitor(), pattern.replace(':token', 'nothing'))
    expect(page.headers.get('referrer-policy'), pattern).toBe('no-referrer')
    expect(robots).toContain(`\nDisallow: ${pattern.replace(':token', '')}\n`)
  }
  const login = await read(shop.visitor(), '/login')
  expect(login.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
})
