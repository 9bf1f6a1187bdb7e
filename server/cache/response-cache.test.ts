import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type RenderedResponse, ResponseCache } from './response-cache.ts'

const KB = 1024
function createCache(maxBytes = 100 * KB) {
  const cache = new ResponseCache(maxBytes)
  cache.setEnabled(true)
  return cache
}

const response = (tag: string, body: Buffer | string = 'small'): RenderedResponse => ({
  status: 200,
  body,
  headers: {},
  tags: [tag, 'all'],
})
const put = (cache: ResponseCache, key: string, body?: Buffer | string) =>
  cache.getOrRender(key, () => Promise.resolve(response(key, body)))

describe('the response cache', () => {
  test('simultaneous requests for a cache key share one render', async () => {
    const cache = createCache()
    let renders = 0
    const render = async () => {
      renders++
      await Promise.resolve()
      return response('page')
    }

    const entries = await Promise.all([1, 2, 3].map(() => cache.getOrRender('page', render)))

    expect(renders).toBe(1)
    expect(new Set(entries).size).toBe(1)
    expect(cache.get('page')).toBe(entries[0])
  })

  test('the cache stores long bodies only in Brotli, and bodies below 1000 bytes uncompressed', async () => {
    const cache = createCache()

    const long = await put(cache, 'long', 'repeated '.repeat(1000))
    const short = await put(cache, 'short', 'repeated')

    expect(long.encoding).toBe('br')
    expect(long.body.length).toBeLessThan(200)
    expect(short.encoding).toBe('identity')
    expect(cache.bytes).toBeLessThan(5 * KB)
  })

  test('a stored body takes no more memory than its length', async () => {
    const cache = createCache()

    for (const text of ['short', 'repeated '.repeat(1000)]) {
      const { body } = await put(cache, text, text)
      expect(body.buffer.byteLength).toBe(body.length)
    }
  })

  test('a full cache drops the least recently used entries', async () => {
    const cache = createCache(60 * KB)
    for (let page = 0; page < 10; page++) {
      await put(cache, `page ${page}`, randomBytes(5 * KB))
      cache.get('page 0')
    }

    expect(cache.get('page 0')).toBeDefined()
    expect(cache.get('page 1')).toBeUndefined()
    expect(cache.get('page 9')).toBeDefined()
    expect(cache.bytes).toBeLessThanOrEqual(60 * KB)
  })

  test('an invalidation drops the entries with its tag and no others', async () => {
    const cache = createCache()
    await put(cache, 'product:1')
    await put(cache, 'product:2')

    cache.invalidate('product:1')

    expect(cache.get('product:1')).toBeUndefined()
    expect(cache.get('product:2')).toBeDefined()
    cache.invalidate('all')
    expect([cache.size, cache.bytes]).toEqual([0, 0])
  })

  test('a request that arrives after an invalidation gets a new render, even if another one is running', async () => {
    const cache = createCache()
    const slow = Promise.withResolvers<RenderedResponse>()
    const before = cache.getOrRender('page', () => slow.promise)

    cache.invalidate('page')
    const after = cache.getOrRender('page', () => Promise.resolve(response('page', 'new')))
    slow.resolve(response('page', 'old'))

    expect((await before).body.toString()).toBe('old')
    expect((await after).body.toString()).toBe('new')
    expect(cache.get('page')?.body.toString()).toBe('new')
  })

  test('a response is stored if only tags of other responses were invalidated during its render', async () => {
    const cache = createCache()
    const slow = Promise.withResolvers<RenderedResponse>()
    const pending = cache.getOrRender('page', () => slow.promise)

    cache.invalidate('something else')
    slow.resolve(response('page'))
    await pending

    expect(cache.get('page')).toBeDefined()
  })

  test.each([
    ['is disabled', (cache: ResponseCache) => cache.setEnabled(false)],
    [
      'was disabled for a while',
      (cache: ResponseCache) => {
        cache.setEnabled(false)
        cache.setEnabled(true)
      },
    ],
    ['is cleared', (cache: ResponseCache) => cache.clear()],
  ])('a response is not stored if the cache %s during its render', async (_, interrupt) => {
    const cache = createCache()
    const slow = Promise.withResolvers<RenderedResponse>()
    const pending = cache.getOrRender('page', () => slow.promise)

    interrupt(cache)
    slow.resolve(response('page'))
    await pending

    expect(cache.size).toBe(0)
  })

  test('a response without tags is not stored, and the request after a failed render renders again', async () => {
    const cache = createCache()
    const missing = { ...response('page'), status: 404, tags: undefined }

    expect((await cache.getOrRender('page', () => Promise.resolve(missing))).status).toBe(404)
    await expect(
      cache.getOrRender('page', () => Promise.reject(new Error('down'))),
    ).rejects.toThrow('down')
    await put(cache, 'page')

    expect(cache.get('page')?.status).toBe(200)
  })
})
