import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { RenderedResponse } from '#server/cache/response-cache.ts'
import { sendCached } from '#server/cache/send-cached.ts'
import { findPublicProduct } from '../catalog/queries.ts'
import { findSellerId } from '../catalog/search/seller-products.ts'
import type { CatalogDeps } from '../catalog/service.ts'
import { drawOgImage, drawIcon } from './og-image.ts'
import {
  SITEMAP_PART_SIZE,
  findHighestIds,
  findProductsOfPart,
  findNewestProducts,
  findSellersOfPart,
} from './queries.ts'
import { feedXml, robotsTxt, sitemapIndexXml, sitemapXml } from './xml.ts'

export interface SeoDeps extends CatalogDeps {
  storage: Storage
  publicOrigin: string
  brandName: string
}

const FEED_MAX = 50
const PAGES = ['/', '/explore', '/faq', '/help', '/tyc']
const ID = /^[1-9]\d{0,8}$/
const XML = 'application/xml; charset=utf-8'
const ICONS: Record<string, { side: number; inset: number }> = {
  'icon-192.png': { side: 192, inset: 0.06 },
  'icon-512.png': { side: 512, inset: 0.06 },
  'icon-maskable-512.png': { side: 512, inset: 0.18 },
  'apple-touch-icon.png': { side: 180, inset: 0.12 },
}

/** What search engines, messengers, feed readers and home screens ask for. Nobody's session is looked up. */
export function seoRoutes(app: FastifyInstance, deps: SeoDeps): void {
  const { db, storage, publicOrigin, brandName, currency } = deps
  const { responseCache } = app
  const cached = async (
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    render: () => Promise<RenderedResponse>,
  ) => sendCached(await responseCache.getOrRender(`seo ${key}`, render), request, reply)
  const rendered = (type: string, body: Buffer | string, tags: string[]): RenderedResponse => ({
    status: 200,
    body: Buffer.from(body),
    headers: { 'content-type': type },
    tags,
  })

  app.get('/robots.txt', (request, reply) =>
    cached(request, reply, 'robots', async () =>
      rendered('text/plain; charset=utf-8', robotsTxt(publicOrigin), []),
    ),
  )
  app.get('/manifest.webmanifest', (request, reply) =>
    cached(request, reply, 'manifest', async () =>
      rendered('application/manifest+json', manifest(brandName), []),
    ),
  )
  for (const [name, { side, inset }] of Object.entries(ICONS))
    app.get(`/${name}`, (request, reply) =>
      cached(request, reply, name, async () =>
        rendered('image/png', await drawIcon(side, inset), []),
      ),
    )

  app.get('/sitemap.xml', async (_, reply) => {
    const highest = await findHighestIds(db)
    const parts = (kind: string, id: number) =>
      Array.from(
        { length: Math.ceil(id / SITEMAP_PART_SIZE) },
        (_, n) => `/sitemap/${kind}-${n + 1}.xml`,
      )
    return reply
      .type(XML)
      .send(
        sitemapIndexXml(publicOrigin, [
          '/sitemap/pages.xml',
          ...parts('products', highest.product),
          ...parts('sellers', highest.seller),
        ]),
      )
  })
  app.get<{ Params: { part: string } }>('/sitemap/:part', async ({ params }, reply) => {
    const [, kind, number] =
      /^(pages|products|sellers)(?:-([1-9]\d{0,4}))?\.xml$/.exec(params.part) ?? []
    if (!kind || (kind === 'pages') !== (number === undefined))
      throw new ApiError('UNKNOWN_ERROR', 'no such part')
    return reply.type(XML).send(sitemapXml(publicOrigin, await places(kind, Number(number))))
  })
  async function places(kind: string, part: number) {
    if (kind === 'pages') return PAGES.map(path => ({ path }))
    if (kind === 'sellers')
      return (await findSellersOfPart(db, part)).map(({ username }) => ({
        path: `/profile/${username}`,
      }))
    return (await findProductsOfPart(db, part)).map(({ id, changedAt }) => ({
      path: `/product/${id}`,
      changedAt,
    }))
  }

  app.get<{ Params: { username: string } }>('/profile/:username/feed.xml', (request, reply) => {
    const { username } = request.params
    return cached(request, reply, `feed ${username}`, async () => {
      const sellerId = await findSellerId(db, username)
      if (sellerId === undefined) throw new ApiError('USER_NOT_FOUND', 'feed')
      const products = await findNewestProducts(db, sellerId, FEED_MAX)
      const text = feedXml({ origin: publicOrigin, brand: brandName, username, products })
      return rendered('application/rss+xml; charset=utf-8', text, [`seller:${sellerId}`])
    })
  })

  app.get<{ Params: { file: string } }>('/og/product/:file', (request, reply) => {
    const [, id = ''] = /^(\d+)\.jpg$/.exec(request.params.file) ?? []
    if (!ID.test(id)) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', 'picture')
    return cached(request, reply, `og product ${id}`, async () => {
      const product = await findPublicProduct(db, Number(id), 'es')
      if (!product) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
      const { name, username, imageKey, sellerId } = product
      const body = await drawOgImage(storage, {
        name,
        over: `@${username}`,
        under: `$ ${String(product.price).replace(/\B(?=(\d{3})+$)/g, '.')} ${currency}`,
        picture: `${imageKey}/960.webp`,
        brand: brandName,
      })
      return rendered('image/jpeg', body, [`product:${id}`, `seller:${sellerId}`])
    })
  })
  app.get<{ Params: { file: string } }>('/og/profile/:file', (request, reply) => {
    const [, username] = /^([a-z\d]{1,20})\.jpg$/.exec(request.params.file) ?? []
    if (!username) throw new ApiError('USER_NOT_FOUND', 'picture')
    return cached(request, reply, `og profile ${username}`, async () => {
      const sellerId = await findSellerId(db, username)
      if (sellerId === undefined) throw new ApiError('USER_NOT_FOUND', 'picture')
      const [newest] = await findNewestProducts(db, sellerId, 1)
      const product = newest && (await findPublicProduct(db, newest.id, 'es'))
      const body = await drawOgImage(storage, {
        name: `@${username}`,
        over: brandName,
        under: product?.name ?? '',
        picture: product && `${product.imageKey}/960.webp`,
        brand: new URL(publicOrigin).host,
      })
      return rendered('image/jpeg', body, [`seller:${sellerId}`])
    })
  })
}

function manifest(brand: string): string {
  return JSON.stringify({
    name: brand,
    short_name: brand.slice(0, 12),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fbf7ef',
    theme_color: '#d5381f',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  })
}
