import { afterEach, expect, test, vi } from 'vitest'
import { createProduct } from '#contract/catalog/products.ts'
import { uploadForm } from './upload.ts'

const sent = vi.fn<() => void>()
vi.stubGlobal(
  'XMLHttpRequest',
  class {
    upload = new EventTarget()
    open() {}
    setRequestHeader() {}
    addEventListener() {}
    abort() {}
    send = sent
  },
)
afterEach(() => vi.unstubAllGlobals())

test('an upload that is aborted before it starts is not sent', async () => {
  const input = { form: {}, files: {}, captcha: 'x', signal: AbortSignal.abort() }

  const result = await uploadForm(createProduct, input as never, () => undefined)

  expect(result).toMatchObject({ ok: false, status: 0 })
  expect(sent).not.toHaveBeenCalled()
})
