import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerErrorHandler } from '../errors.ts'
import { registerImageRoutes } from './images.ts'

/** Serves images of a storage that has only the image `stored/320.webp`. */
function serveImages() {
  const searched: string[] = []
  const storage = {
    async readImage(name: string) {
      searched.push(name)
      return name === 'stored/320.webp' ? Readable.from([Buffer.from('image')]) : undefined
    },
  }
  const server = Fastify({ trustProxy: true })
  registerErrorHandler(server, () => undefined)
  registerImageRoutes(server, { storage, factor: 1 })
  const ask = async (name: string, ip = '203.0.113.7') => {
    const headers = { 'x-forwarded-for': ip }
    return (await server.inject({ url: `/images/${name}/320.webp`, headers })).statusCode
  }
  return { ask, searched }
}

test('the storage is asked once for a missing image', async () => {
  const { ask, searched } = serveImages()

  expect([await ask('missing'), await ask('missing'), await ask('missing')]).toEqual([
    404, 404, 404,
  ])

  expect(searched).toEqual(['missing/320.webp'])
})

test('one IP address can search for a hundred missing images a minute, and others are not concerned', async () => {
  const { ask, searched } = serveImages()
  for (let index = 0; index < 100; index += 1) expect(await ask(`missing-${index}`)).toBe(404)

  expect(await ask('one-more')).toBe(429)
  expect(searched).toHaveLength(100)
  expect(await ask('stored', '198.51.100.1')).toBe(200)
})
