import { expect, test } from 'vitest'
import { startCaddy } from '#tools/cluster/caddy.ts'
import { findFreePort } from '#tools/database/postgres-server.ts'
import { startSwift } from '#tools/object-storage/swift-server.ts'
import { createPaidOrder } from '#tools/test-app/sample-order.ts'
import { createTestApp } from '#tools/test-app/test-app.ts'

test('a buyer downloads by a signed link through Caddy, by which the server reaches the bucket too', async () => {
  const swift = await startSwift()
  const filesOrigin = `http://127.0.0.1:${await findFreePort()}`
  const caddy = await startCaddy(`http://127.0.0.1:${await findFreePort()}`, [], caddyfile =>
    caddyfile
      .replace('{$FILES_DOMAIN:http://files.invalid}', filesOrigin)
      .replace('bucket:7070', new URL(swift.endpoint).host),
  )
  const shop = await createTestApp({
    ...(await swift.createBucket('files')),
    S3_ENDPOINT: filesOrigin,
  })
  try {
    await shop.reset()
    const { token } = await createPaidOrder(shop)
    const { items } = await shop.waitForOrderState(token, 'approved')

    const file = await fetch(items[0]!.downloadUrl!)

    expect(new URL(file.url).origin).toBe(filesOrigin)
    expect(file.status).toBe(200)
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename=/)
    expect((await file.text()).startsWith('%PDF')).toBe(true)
  } finally {
    await shop.close()
    await caddy.stop()
    await swift.stop()
  }
}, 120_000)
