import { expect, test } from 'vitest'
import { createTestApp } from '#tools/test-app/test-app.ts'

test.each([
  [50 * 1024 * 1024, 20],
  // Larger files are sent in chunks, none of which takes longer than a file of 50 MB.
  [2 ** 31, 20],
])(
  'a request with files of up to %i bytes may take at least %i minutes',
  async (bytes, minutes) => {
    const shop = await createTestApp({ PRODUCT_FILE_MAX_BYTES: String(bytes) })
    const { requestTimeout } = shop.app.server.server
    await shop.close()

    expect(requestTimeout).toBeGreaterThanOrEqual(minutes * 60_000)
  },
)
