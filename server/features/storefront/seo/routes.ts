import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { buildProductPath } from '#contract/products/product-path.ts'
import { buildBuyButtonPath } from '#contract/orders/payment-link.ts'
import { toProductSlug } from '#contract/products/product-slug.ts'
import { locales } from '#messages/runtime'
import { findPublicProduct, findSellerId } from '../service.ts'
import type { RenderedResponse } from '#server/cache/response-cache.ts'
import { sendCachedResponse } from '#server/cache/send-cached.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import { drawBuyButton } from './buy-button.ts'
import { drawBrandIcon, drawOgImage } from './og-image.ts'
import {
  SITEMAP_IDS_PER_PART,
  findHighestIds,
  findNewestProducts,
  findSitemapProducts,
  findSitemapSellers,
} from './queries.ts'
import { renderFeed, renderRobotsTxt, renderSitemap, renderSitemapIndex } from './xml.ts'

const FEED_MAX_PRODUCTS = 50
const XML_TYPE = 'application/xml; charset=utf-8'
const ICONS: Record<string, { side: number; inset: number }> = {
  'icon-192.png': { side: 192, inset: 0.06 },
  'icon-512.png': { side: 512, inset: 0.06 },
  'icon-maskable-512.png': { side: 512, inset: 0.18 },
  'apple-touch-icon.png': { side: 180, inset: 0.12 },
}

interface SeoContext extends Context {
  /**
   * Returns the paths of the public pages without parameters, and the beginnings of those that end with a secret token.
   */
  listPaths: () => Promise<{ static: readonly string[]; withToken: readonly string[] }>
}

/** Sends a response from the cache; if it is not cached, renders and caches it first. */
type SendCached = (
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  render: () => Promise<RenderedResponse>,
) => Promise<FastifyReply>

/**
 * Mounts robots.txt, the sitemap, the feeds, the link preview images, the web app manifest and the icons. These routes
 * never look up a session.
 */
export function registerSeoRoutes(app: FastifyInstance, context: SeoContext): void {
  const send: SendCached = async (request, reply, key, render) =>
    sendCachedResponse(
      await app.renderLimits.getOrRender(request, `seo ${key}`, render),
      request,
      reply,
    )
  siteFileRoutes(app, context, send)
  sitemapRoutes(app, context)
  feedRoute(app, context, send)
  ogImageRoutes(app, context, send)
}

const toResponse = (type: string, body: Buffer | string, tags: string[]): RenderedResponse => ({
  status: 200,
  body: Buffer.from(body),
  headers: { 'content-type': type },
  tags,
})

function siteFileRoutes(
  app: FastifyInstance,
  { listPaths, config: { publicOrigin, brandName } }: SeoContext,
  send: SendCached,
): void {
  app.get('/robots.txt', (request, reply) =>
    send(request, reply, 'robots', async () => {
      const text = renderRobotsTxt(publicOrigin, (await listPaths()).withToken)
      return toResponse('text/plain; charset=utf-8', text, [])
    }),
  )
  app.get('/manifest.webmanifest', (request, reply) =>
    send(request, reply, 'manifest', async () =>
      toResponse('application/manifest+json', renderManifest(brandName), []),
    ),
  )
  for (const [name, { side, inset }] of Object.entries(ICONS))
    app.get(`/${name}`, (request, reply) =>
      send(request, reply, name, async () =>
        toResponse('image/png', await drawBrandIcon(side, inset), []),
      ),
    )
  for (const locale of locales)
    app.get(buildBuyButtonPath(locale), (request, reply) => {
      // Pages of other sites show the picture, also those that embed only what allows it.
      reply.header('cross-origin-resource-policy', 'cross-origin')
      return send(request, reply, `buy-button ${locale}`, async () =>
        toResponse('image/svg+xml; charset=utf-8', drawBuyButton(locale), []),
      )
    })
}

function sitemapRoutes(
  app: FastifyInstance,
  { db, listPaths, config: { publicOrigin } }: SeoContext,
): void {
  app.get('/sitemap.xml', async (request, reply) => {
    const highestIds = await app.renderLimits.answer(request, () => findHighestIds(db))
    const partPaths = (kind: string, highestId: number) =>
      Array.from(
        { length: Math.ceil(highestId / SITEMAP_IDS_PER_PART) },
        (_, index) => `/sitemap/${kind}-${index + 1}.xml`,
      )
    const paths = [
      '/sitemap/pages.xml',
      ...partPaths('products', highestIds.product),
      ...partPaths('sellers', highestIds.seller),
    ]
    return reply.type(XML_TYPE).send(renderSitemapIndex(publicOrigin, paths))
  })

  app.get<{ Params: { part: string } }>('/sitemap/:part', async (request, reply) => {
    const [, kind, number] =
      /^(pages|products|sellers)(?:-([1-9]\d{0,4}))?\.xml$/.exec(request.params.part) ?? []
    if (!kind || (kind === 'pages') !== (number === undefined))
      throw new ApiError('UNKNOWN_ERROR', 'no such part')
    const text = await app.renderLimits.answer(request, async () =>
      renderSitemap(publicOrigin, await findSitemapEntries(kind, Number(number))),
    )
    return reply.type(XML_TYPE).send(text)
  })

  async function findSitemapEntries(kind: string, part: number) {
    if (kind === 'pages') return (await listPaths()).static.map(path => ({ path }))
    if (kind === 'sellers')
      return (await findSitemapSellers(db, part)).map(({ username }) => ({
        path: `/profile/${username}`,
      }))
    return (await findSitemapProducts(db, part)).map(({ id, name, changedAt }) => ({
      path: buildProductPath({ id, slug: toProductSlug(name) }),
      changedAt,
    }))
  }
}

function feedRoute(
  app: FastifyInstance,
  { db, config: { publicOrigin, brandName } }: Context,
  send: SendCached,
): void {
  app.get<{ Params: { username: string } }>('/profile/:username/feed.xml', (request, reply) => {
    const { username } = request.params
    return send(request, reply, `feed ${username}`, async () => {
      const sellerId = await findSellerId(db, username)
      if (sellerId === undefined) throw new ApiError('USER_NOT_FOUND', 'feed')
      const products = await findNewestProducts(db, sellerId, FEED_MAX_PRODUCTS)
      const text = renderFeed({ origin: publicOrigin, brand: brandName, username, products })
      return toResponse('application/rss+xml; charset=utf-8', text, [`seller:${sellerId}`])
    })
  })
}

function ogImageRoutes(
  app: FastifyInstance,
  { db, storage, config: { currency, publicOrigin, brandName } }: Context,
  send: SendCached,
): void {
  app.get<{ Params: { file: string } }>('/og/product/:file', (request, reply) => {
    const [, id] = /^([1-9]\d{0,8})\.jpg$/.exec(request.params.file) ?? []
    if (id === undefined) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', 'og image')
    return send(request, reply, `og product ${id}`, async () => {
      const product = await findPublicProduct(db, Number(id), 'es')
      if (!product) throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${id}`)
      const { name, username, imageKey, sellerId } = product
      const body = await drawOgImage(storage, {
        title: name,
        overline: `@${username}`,
        subtitle: `$ ${String(product.price).replace(/\B(?=(\d{3})+$)/g, '.')} ${currency}`,
        coverKey: `${imageKey}/960.webp`,
        brand: brandName,
      })
      return toResponse('image/jpeg', body, [`product:${id}`, `seller:${sellerId}`])
    })
  })

  app.get<{ Params: { file: string } }>('/og/profile/:file', (request, reply) => {
    const [, username] = /^([a-z\d]{1,20})\.jpg$/.exec(request.params.file) ?? []
    if (!username) throw new ApiError('USER_NOT_FOUND', 'og image')
    return send(request, reply, `og profile ${username}`, async () => {
      const sellerId = await findSellerId(db, username)
      if (sellerId === undefined) throw new ApiError('USER_NOT_FOUND', 'og image')
      const [newest] = await findNewestProducts(db, sellerId, 1)
      const product = newest && (await findPublicProduct(db, newest.id, 'es'))
      const body = await drawOgImage(storage, {
        title: `@${username}`,
        overline: brandName,
        subtitle: product?.name ?? '',
        coverKey: product && `${product.imageKey}/960.webp`,
        brand: new URL(publicOrigin).host,
      })
      return toResponse('image/jpeg', body, [`seller:${sellerId}`])
    })
  })
}

/** Renders the web app manifest, with which browsers add the site to a home screen. */
function renderManifest(brand: string): string {
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
