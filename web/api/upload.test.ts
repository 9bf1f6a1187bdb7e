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

test('a file that has changed since it was chosen is not sent', async () => {
  const changedFile = new File(['x'], 'libro.pdf')
  const notReadable = new DOMException('it was modified', 'NotReadableError')
  changedFile.slice = () =>
    Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(notReadable) })
  const input = { form: {}, files: { product_file: changedFile }, captcha: 'x' }

  const result = await uploadForm(createProduct, input as never, () => undefined)

  expect(result).toMatchObject({ ok: false, code: 'ERROR_FILE_CHANGED' })
  expect(sent).not.toHaveBeenCalled()
})
