import { HOUR_MS } from '#contract/core/time.ts'
import type { CallTarget, AccessFixtures } from './fixtures.ts'

/** The parts of a valid request to an endpoint of the access table. */
export interface CallParts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: object
  form?: Record<string, unknown>
  files?: Record<string, Blob>
  /** The headers with the input of an endpoint of resumable uploads, and the bytes of a chunk. */
  headers?: Record<string, string>
  bytes?: Uint8Array<ArrayBuffer>
}

type InputFactory = (fixtures: AccessFixtures, target: CallTarget) => CallParts | Promise<CallParts>

const userId: InputFactory = (fixtures, target) => ({ params: { id: fixtures.user(target) } })
const orderId: InputFactory = (fixtures, target) => ({
  params: { orderId: fixtures.order(target) },
})
const productId: InputFactory = (fixtures, target) => ({ params: { id: fixtures.product(target) } })
const draftId: InputFactory = (fixtures, target) => ({ params: { id: fixtures.draft(target) } })
const paymentId: InputFactory = (fixtures, target) => ({
  params: { paymentId: fixtures.unmatchedPayment(target) },
})
const reviewId: InputFactory = (fixtures, target) => ({ params: { id: fixtures.review(target) } })
const passkeyId: InputFactory = (fixtures, target) => ({ params: { id: fixtures.passkey(target) } })
const testimonialId: InputFactory = (fixtures, target) => ({
  params: { id: fixtures.testimonial(target) },
})

const uploadId = (fixtures: AccessFixtures, target: CallTarget): CallParts => ({
  params: { id: fixtures.upload(target) },
})

const orderToken: InputFactory = (fixtures, target) => ({
  params: { token: fixtures.orderToken(target), item: fixtures.orderItem(target) },
})

const productForm = (fixtures: AccessFixtures) => ({
  form: {
    name: 'Nuevo',
    price: 10,
    isPriceDynamic: false,
    description: 'Algo nuevo.',
    categoryId: 1,
    subcategoryId: 1,
  },
  files: { image_file: fixtures.image, product_file: fixtures.file },
})

/**
 * What a valid request to an endpoint contains besides the example of its body in `contract/examples/`: parameters,
 * files, and bodies that name a row of the fixtures.
 */
export const CALL_INPUTS: Record<string, InputFactory> = {
  'POST /uploads': () => ({
    headers: {
      'upload-length': '1000',
      'upload-metadata': `filename ${btoa('a.pdf')},fingerprint ${btoa('a')}`,
    },
  }),
  'HEAD /uploads/:id': uploadId,
  'PATCH /uploads/:id': (fixtures, target) => ({
    ...uploadId(fixtures, target),
    headers: { 'upload-offset': '0' },
    bytes: new Uint8Array(10),
  }),
  'DELETE /uploads/:id': uploadId,
  'POST /public/auth/confirm-email-change/:token': () => ({ params: { token: 'nothing' } }),
  'PUT /user/second-factors/passkeys/:id': passkeyId,
  'DELETE /user/second-factors/passkeys/:id': passkeyId,
  'GET /public/captcha/challenge': () => ({ query: { action: 'login_form' } }),
  'POST /password/reset': fixtures => ({
    body: {
      token: fixtures.linkTokens.reset,
      password: 'Otra-2026x',
      confirm_password: 'Otra-2026x',
    },
  }),
  'POST /public/auth/verify/:token': fixtures => ({
    params: { token: fixtures.linkTokens.verify },
  }),
  'POST /public/auth/verify/:token/password': () => ({ params: { token: 'nothing' } }),
  'GET /public/auth/email-link/:token': () => ({ params: { token: 'nothing' } }),
  'POST /public/mercadopago/undo/:token': () => ({ params: { token: 'nothing' } }),
  'POST /public/auth/undo-email-change/:token': () => ({ params: { token: 'nothing' } }),
  'POST /public/second-factors/undo/:token': () => ({ params: { token: 'nothing' } }),
  'GET /mercadopago/callback': () => ({ query: {} }),
  'GET /public/profile/:username': (fixtures, target) => ({
    params: { username: fixtures.username(target) },
  }),
  'POST /profile/picture': fixtures => ({
    form: {},
    files: { picture_file: fixtures.image },
  }),
  'GET /profile/username-exists/:username': () => ({ params: { username: 'owner' } }),
  'POST /product/create': productForm,
  'PUT /product/:id/state': productId,
  'PUT /product/:id/bump': productId,
  'POST /product/drafts': () => ({ body: { fields: { name: 'Borrador' } } }),
  'GET /product/:id/working-copy': draftId,
  'GET /product/:id/preview': draftId,
  'DELETE /product/:id/working-copy': productId,
  'PUT /product/:id/working-copy': (fixtures, target) => ({
    params: { id: fixtures.draft(target) },
    body: { fields: { name: 'Borrador nuevo' } },
  }),
  'PUT /product/:id/working-copy/cover': (fixtures, target) => ({
    params: { id: fixtures.draft(target) },
    form: {},
    files: { image_file: fixtures.image },
  }),
  'DELETE /product/:id/schedule': draftId,
  'PUT /product/:id/schedule': (fixtures, target) => ({
    params: { id: fixtures.draft(target) },
    body: { publishAt: new Date(Date.now() + HOUR_MS).toISOString() },
  }),
  'PUT /product/:id/parts': (fixtures, target) => ({
    params: { id: fixtures.pack(target) },
    body: { parts: [fixtures.product('own')] },
  }),
  'POST /product/:id/publish': draftId,
  'POST /product/:id/duplicate': productId,
  'DELETE /product/delete/:id': productId,
  'GET /product/:id': productId,
  'GET /product/:id/qr-sheet.pdf': productId,
  'GET /public/product/:id': productId,
  'GET /public/product/:id/archived': productId,
  'GET /public/product/:id/related': productId,
  'GET /public/product/:id/reviews': productId,
  'GET /public/product/suggest': () => ({ query: { q: 'pro' } }),
  'GET /public/product/username/:username': (fixtures, target) => ({
    params: { username: fixtures.username(target) },
  }),
  'GET /subcategory/category/:categoryId': () => ({ params: { categoryId: 1 } }),
  'POST /public/product/:id/view': productId,
  'PUT /product/update/:id': (fixtures, target) => ({
    params: { id: fixtures.product(target) },
    form: { name: 'Otro nombre' },
  }),
  'GET /product/:id/files': productId,
  'GET /product/:id/updates': productId,
  'POST /product/:id/updates': (fixtures, target) => ({
    params: { id: fixtures.product(target) },
    body: { note: 'Corregí dos errores.', isAnnounced: false },
  }),
  'POST /product/:id/files': async (fixtures, target) => ({
    params: { id: fixtures.product(target) },
    body: { uploadId: await fixtures.checkedUpload() },
  }),
  'PUT /product/:id/files': (fixtures, target) => ({
    params: { id: fixtures.product(target) },
    body: { order: [fixtures.slot('own')] },
  }),
  'PUT /product/:id/files/:slot': (fixtures, target) => ({
    params: { id: fixtures.product('own'), slot: fixtures.slot(target) },
    body: { title: 'Otro nombre' },
  }),
  'POST /product/:id/files/:slot/versions': async (fixtures, target) => ({
    params: { id: fixtures.product('own'), slot: fixtures.slot(target) },
    body: { uploadId: await fixtures.checkedUpload() },
  }),
  'GET /product/:id/sample/:version': (fixtures, target) => ({
    params: { id: fixtures.product(target), version: fixtures.fileVersion(target) },
  }),
  'GET /public/sample/:version': (fixtures, target) => ({
    params: { version: fixtures.fileVersion(target) },
  }),
  'POST /product/:id/previews': (fixtures, target) => ({
    params: { id: fixtures.product(target) },
    form: {},
    files: { preview_file: fixtures.image },
  }),
  'DELETE /product/:id/previews/:previewId': (fixtures, target) => ({
    params: { id: fixtures.product('own'), previewId: fixtures.preview(target) },
  }),
  'PUT /product/:id/previews': (fixtures, target) => ({
    params: { id: fixtures.product(target) },
    body: { order: [fixtures.preview('own')] },
  }),
  'GET /product/category/:category/page/:page': () => ({ params: { category: 1, page: 1 } }),
  'GET /public/product/page/:page': () => ({ params: { page: 1 } }),
  'POST /public/mercadopago/createPreference': (fixtures, target) => ({
    body: { products: [{ id: fixtures.product(target) }], payerEmail: 'buyer@people.test' },
  }),
  'GET /public/download/:token/:item': orderToken,
  'GET /public/download/:token/:item/:file': (fixtures, target) => ({
    params: {
      token: fixtures.orderToken(target),
      item: fixtures.orderItem(target),
      file: fixtures.fileVersion(target),
    },
  }),
  'GET /public/download/:token/all/:archive': (fixtures, target) => ({
    params: { token: fixtures.orderToken(target), archive: '0123456789abcdef.zip' },
  }),
  'GET /public/order/:token': orderToken,
  'POST /public/order/:token/renew': orderToken,
  'POST /public/order/:token/email': orderToken,
  'GET /public/emails/:token': orderToken,
  'POST /public/emails/:token/:topic': (fixtures, target) => ({
    params: { token: fixtures.orderToken(target), topic: 'payment' },
  }),
  'PUT /reviews/:id/reply': reviewId,
  'DELETE /reviews/:id/reply': reviewId,
  'POST /reviews/:id/report': reviewId,
  'POST /admin/product-reviews/:id/hide': reviewId,
  'POST /admin/product-reviews/:id/show': reviewId,
  'POST /admin/product-reviews/:id/dismiss-report': reviewId,
  'GET /public/order/:token/reviews': orderToken,
  'PUT /public/order/:token/items/:item/review': orderToken,
  'DELETE /public/order/:token/items/:item/review': orderToken,
  'POST /public/order/:token/message': orderToken,
  'POST /public/order-email/:token': () => ({ params: { token: 'nothing' } }),
  'POST /public/contact-email/:token': () => ({ params: { token: 'nothing' } }),
  'PUT /sales/:orderId/email': orderId,
  'POST /admin/orders/:orderId/resend': orderId,
  'POST /admin/orders/:orderId/email': orderId,
  'POST /public/mercadopago/webhook': () => ({ body: {} }),
  'GET /public/order/:token/withdrawal': orderToken,
  'POST /public/order/:token/withdrawal': orderToken,
  'GET /public/order/:token/receipt': orderToken,
  'PUT /public/order/:token/receipt': orderToken,
  'GET /public/order/:token/receipt.pdf': orderToken,
  'GET /sales/:orderId/receipt.pdf': orderId,
  'POST /sales/:orderId/withdrawal/grant': orderId,
  'POST /sales/:orderId/withdrawal/decline': orderId,
  'GET /sales/:orderId/dispute.pdf': orderId,
  'DELETE /product/prices/:batch': async (fixtures, target) => ({
    params: { batch: await fixtures.priceBatch(target) },
  }),
  'DELETE /profile/conversions/:kind': () => ({ params: { kind: 'ga4' } }),
  'POST /profile/conversions/:kind/test': () => ({ params: { kind: 'ga4' } }),
  'PUT /coupons/:id': (fixtures, target) => ({ params: { id: fixtures.coupon(target) } }),
  'GET /sales/statements/:month': () => ({ params: { month: '2026-10' } }),
  'GET /sales/statements/:month/statement.csv': () => ({ params: { month: '2026-10' } }),
  'GET /sales/statements/:month/statement.pdf': () => ({ params: { month: '2026-10' } }),
  'GET /sales/:orderId': orderId,
  'POST /sales/:orderId/refund': orderId,
  'POST /sales/:orderId/resend': orderId,
  'POST /sales/:orderId/access/close': orderId,
  'POST /sales/:orderId/access/open': orderId,
  'POST /notifications/:id/read': (fixtures, target) => ({
    params: { id: fixtures.notification(target) },
  }),
  'POST /public/product/:id/report': productId,
  'POST /public/product/:id/availability': productId,
  'GET /admin/users/:id': userId,
  'PUT /admin/users/:id/quota': userId,
  'POST /admin/users/:id/suspend': userId,
  'POST /admin/users/:id/unsuspend': userId,
  'POST /admin/users/:id/verify': userId,
  'POST /admin/reports/:id/close': (fixtures, target) => ({
    params: { id: fixtures.report(target) },
  }),
  'POST /admin/products/:id/restore': productId,
  'POST /admin/products/:id/take-down': productId,
  'GET /admin/unmatched-payments/:paymentId': paymentId,
  'POST /admin/unmatched-payments/:paymentId/rebuild': paymentId,
  'POST /admin/unmatched-payments/:paymentId/refund': paymentId,
  'POST /admin/unmatched-payments/:paymentId/dismiss': paymentId,
  'POST /admin/orders/:orderId/check': orderId,
  'POST /admin/orders/:orderId/access/open': orderId,
  'GET /admin/orders/:orderId': orderId,
  'POST /admin/orders/:orderId/refund': orderId,
  'POST /admin/orders/:orderId/deliver': orderId,
  'POST /admin/orders/:orderId/dismiss': orderId,
  'POST /admin/orders/:orderId/release': async (fixtures, target) => {
    await fixtures.holdOrders()
    return { params: { orderId: fixtures.order(target) } }
  },
  'PUT /admin/testimonials': fixtures => ({ body: { order: [fixtures.testimonial('own')] } }),
  'PUT /admin/testimonials/:id': testimonialId,
  'DELETE /admin/testimonials/:id': testimonialId,
  'POST /admin/jobs/:id/retry': (fixtures, target) => ({ params: { id: fixtures.job(target) } }),
}
