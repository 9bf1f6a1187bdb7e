import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#tools/database/postgres-server.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { startWorkerServer } from './worker-server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ METRICS_TOKEN: 'token-of-this-test' })
})
afterAll(() => shop.close())

test('a worker answers health checks and metrics, and nothing else', async () => {
  const port = await findFreePort()
  const server = await startWorkerServer(shop.app.server, { host: '127.0.0.1', port })
  const headers = { authorization: 'Bearer token-of-this-test' }
  const ask = async (path: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    return [reply.status, await reply.text()] as const
  }
  try {
    for (const path of ['/healthz', '/readyz', '/readyz/process', '/readyz?x=1'])
      expect((await ask(path))[0], path).toBe(200)
    const [status, text] = await ask('/metrics')
    expect(status).toBe(200)
    expect(text).toContain('kiosko_job_seconds')
    for (const path of ['/', '/api/public/product/page/1', '/api/user', '/readyz/../api/user'])
      expect((await ask(path))[0], path).toBe(404)
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
