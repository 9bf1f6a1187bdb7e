import { PASSWORD } from '#tools/test-app/test-app.ts'
import type { CallTarget, AccessFixtures } from './fixtures.ts'

/** The parts of a valid request to an endpoint of the access table. */
interface CallParts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: object
  form?: Record<string, unknown>
  files?: Record<string, Blob>
}

type InputFactory = (fixtures: AccessFixtures, target: CallTarget) => CallParts | Promise<CallParts>

const productId: InputFactory = (fixtures, target) => ({ params: { id: fixtures.product(target) } })
const withBody =
  (body: object): InputFactory =>
  () => ({ body })
const onUser =
  (body: object): InputFactory =>
  (fixtures, target) => ({ params: { id: fixtures.user(target) }, body })
const onOrder =
  (body?: object): InputFactory =>
  (fixtures, target) => ({ params: { orderId: fixtures.order(target) }, ...(body && { body }) })
const onProduct =
  (body: object): InputFactory =>
  (fixtures, target) => ({ params: { id: fixtures.product(target) }, body })
const onPayment =
  (body?: object): InputFactory =>
  (fixtures, target) => ({
    params: { paymentId: fixtures.unmatchedPayment(target) },
    ...(body && { body }),
  })
const onReview =
  (body?: object): InputFactory =>
  (fixtures, target) => ({ params: { id: fixtures.review(target) }, ...(body && { body }) })

const orderToken: InputFactory = (fixtures, target) => ({
  params: { token: fixtures.orderToken(target), item: fixtures.orderItem(target) },
})

const account = { email: 'nueva@people.test', password: PASSWORD, confirm_password: PASSWORD }
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

const taxData = { name: 'Ana Pérez', taxIdKind: 'cuit', taxId: '20-12345678-6' }

const testimonial = {
  name: 'Ana',
  trade: 'Música',
  quote: 'Vendo sin mandar mails.',
  language: 'es',
  username: 'owner',
  hidden: false,
}

/** A passkey of the right form, whose contents no challenge matches. */
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} }
const passkeyAssertion = {
  ...credential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}
const passkeyAttestation = {
  ...credential,
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
}

/** A valid request for each endpoint that needs one; the other endpoints are called without input. */
export const CALL_INPUTS: Record<string, InputFactory> = {
  'POST /user/email/change': withBody({ newEmail: 'otra@people.test', password: PASSWORD }),
  'POST /public/support': withBody({
    email: 'alguien@people.test',
    message: 'No puedo entrar a mi cuenta.',
  }),
  'PUT /auth/password/change': withBody({ currentPassword: PASSWORD, newPassword: 'Otra-2026x' }),
  'POST /public/auth/confirm-email-change/:token': () => ({ params: { token: 'nothing' } }),
  'POST /auth/confirm': withBody({ password: PASSWORD }),
  'POST /auth/confirm/passkey': withBody({ passkey: passkeyAssertion }),
  'POST /public/auth/passkey': withBody({ passkey: passkeyAssertion }),
  'POST /public/auth/second-step/code': withBody({ code: '123456' }),
  'POST /public/auth/second-step/recovery-code': withBody({ recoveryCode: '7KQ4M-X0PZA' }),
  'POST /public/auth/second-step/passkey': withBody({ passkey: passkeyAssertion }),
  'POST /user/second-factors/totp': withBody({ setup: 'nothing', code: '123456' }),
  'POST /user/second-factors/passkeys': withBody({ name: 'Laptop', passkey: passkeyAttestation }),
  'PUT /user/second-factors/passkeys/:id': (fixtures, target) => ({
    params: { id: fixtures.passkey(target) },
    body: { name: 'Teléfono' },
  }),
  'DELETE /user/second-factors/passkeys/:id': (fixtures, target) => ({
    params: { id: fixtures.passkey(target) },
  }),
  'DELETE /user/delete': withBody({ password: PASSWORD }),
  'GET /public/captcha/challenge': () => ({ query: { action: 'login_form' } }),
  'POST /public/auth/login': withBody({ email: 'owner@people.test', password: PASSWORD }),
  'POST /password/recover': withBody({ email: 'owner@people.test' }),
  'POST /public/auth/register': withBody({ ...account, tyc: true }),
  'POST /public/auth/resend': withBody({ email: 'waiting@people.test' }),
  'POST /password/reset': fixtures => ({
    body: {
      token: fixtures.linkTokens.reset,
      password: 'Otra-2026x',
      confirm_password: 'Otra-2026x',
    },
  }),
  'POST /auth/password/set': withBody({ password: 'Otra-2026x' }),
  'POST /password/set': withBody({ token: 'nothing', password: 'Otra-2026x' }),
  'POST /user/update': withBody({ themePreference: 'dark' }),
  'POST /public/auth/verify/:token': fixtures => ({
    params: { token: fixtures.linkTokens.verify },
  }),
  'POST /public/auth/verify/:token/password': () => ({
    params: { token: 'nothing' },
    body: { password: PASSWORD },
  }),
  'GET /public/auth/email-link/:token': () => ({ params: { token: 'nothing' } }),
  'POST /public/mercadopago/undo/:token': () => ({ params: { token: 'nothing' } }),
  'POST /public/second-factors/undo/:token': () => ({ params: { token: 'nothing' } }),
  'GET /mercadopago/callback': () => ({ query: {} }),
  'GET /public/profile/:username': (fixtures, target) => ({
    params: { username: fixtures.username(target) },
  }),
  'PUT /profile': withBody({ username: 'otronombre', bio: 'Hola' }),
  'PUT /profile/fields': withBody({ bio: 'Hola' }),
  'POST /profile/picture': fixtures => ({
    form: {},
    files: { picture_file: fixtures.image },
  }),
  'GET /profile/username-exists/:username': () => ({ params: { username: 'owner' } }),
  'POST /product/create': productForm,
  'DELETE /product/delete/:id': productId,
  'GET /product/:id': productId,
  'GET /public/product/:id': productId,
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
  'GET /public/order/:token': orderToken,
  'POST /public/order/:token/renew': orderToken,
  'POST /public/order/:token/mute': orderToken,
  'DELETE /public/order/:token/mute': orderToken,
  'POST /public/order/:token/email': async (fixtures, target) => ({
    ...(await orderToken(fixtures, target)),
    body: { newEmail: 'nueva@people.test' },
  }),
  'POST /public/review-reminders/:token/mute': () => ({ params: { token: 'nothing' } }),
  'DELETE /public/review-reminders/:token/mute': () => ({ params: { token: 'nothing' } }),
  'PUT /reviews/:id/reply': onReview({ text: 'Gracias' }),
  'DELETE /reviews/:id/reply': onReview(),
  'POST /reviews/:id/report': onReview({ reason: 'No es cierto' }),
  'POST /admin/product-reviews/:id/hide': onReview({ reason: 'Un motivo' }),
  'POST /admin/product-reviews/:id/show': onReview({}),
  'POST /admin/product-reviews/:id/dismiss-report': onReview({}),
  'GET /public/order/:token/reviews': orderToken,
  'PUT /public/order/:token/items/:item/review': async (fixtures, target) => ({
    ...(await orderToken(fixtures, target)),
    body: { stars: 5, text: 'Muy bueno', name: '' },
  }),
  'DELETE /public/order/:token/items/:item/review': orderToken,
  'POST /public/order/:token/message': async (fixtures, target) => ({
    ...(await orderToken(fixtures, target)),
    body: { message: 'El archivo no abre.' },
  }),
  'POST /public/order-email/:token': () => ({ params: { token: 'nothing' } }),
  'PUT /sales/:orderId/email': onOrder({ newEmail: 'nueva@people.test' }),
  'POST /admin/orders/:orderId/resend': onOrder(),
  'POST /admin/orders/:orderId/email': onOrder({
    newEmail: 'nueva@people.test',
    reason: 'Un motivo',
  }),
  'POST /public/mercadopago/webhook': withBody({}),
  'POST /public/order/resend': withBody({ email: 'buyer@people.test' }),
  'POST /public/withdrawal': withBody({ contact: 'buyer@people.test' }),
  'GET /public/order/:token/withdrawal': orderToken,
  'POST /public/order/:token/withdrawal': orderToken,
  'GET /public/order/:token/receipt': orderToken,
  'PUT /public/order/:token/receipt': async (fixtures, target) => ({
    ...(await orderToken(fixtures, target)),
    body: taxData,
  }),
  'GET /public/order/:token/receipt.pdf': orderToken,
  'PUT /profile/tax': withBody(taxData),
  'GET /sales/:orderId/receipt.pdf': onOrder(),
  'POST /sales/:orderId/withdrawal/grant': onOrder(),
  'POST /sales/:orderId/withdrawal/decline': onOrder({ reason: 'Ya pasó el plazo' }),
  'GET /sales/:orderId/dispute.pdf': onOrder(),
  'GET /sales/:orderId': onOrder(),
  'POST /sales/:orderId/refund': onOrder({}),
  'POST /sales/:orderId/resend': onOrder(),
  'POST /sales/:orderId/access/close': onOrder({ reason: 'Corrijo el archivo' }),
  'POST /sales/:orderId/access/open': onOrder(),
  'POST /notifications/read': withBody({}),
  'POST /notifications/:id/read': (fixtures, target) => ({
    params: { id: fixtures.notification(target) },
  }),
  'PUT /notifications/settings': withBody({ settings: [] }),
  'POST /public/product/:id/report': onProduct({ reason: 'other' }),
  'POST /public/product/:id/availability': onProduct({ email: 'alguien@people.test' }),
  'GET /admin/users/:id': (fixtures, target) => ({ params: { id: fixtures.user(target) } }),
  'PUT /admin/users/:id/quota': onUser({ quotaBytes: 1 }),
  'POST /admin/users/:id/suspend': onUser({ reason: 'Un motivo' }),
  'POST /admin/users/:id/unsuspend': onUser({}),
  'POST /admin/users/:id/verify': onUser({}),
  'POST /admin/reports/:id/close': (fixtures, target) => ({
    params: { id: fixtures.report(target) },
    body: { outcome: 'dismissed' },
  }),
  'POST /admin/products/:id/restore': onProduct({}),
  'POST /admin/products/:id/take-down': onProduct({ reason: 'Un motivo' }),
  'GET /admin/unmatched-payments/:paymentId': onPayment(),
  'POST /admin/unmatched-payments/:paymentId/rebuild': onPayment({}),
  'POST /admin/unmatched-payments/:paymentId/refund': onPayment({}),
  'POST /admin/unmatched-payments/:paymentId/dismiss': onPayment({ reason: 'Un motivo' }),
  'POST /admin/orders/:orderId/check': onOrder(),
  'POST /admin/orders/:orderId/access/open': onOrder({ reason: 'Un motivo' }),
  'GET /admin/orders/:orderId': onOrder(),
  'POST /admin/orders/:orderId/refund': onOrder({}),
  'POST /admin/orders/:orderId/deliver': onOrder({ reason: 'Un motivo' }),
  'POST /admin/orders/:orderId/dismiss': onOrder({ reason: 'Un motivo' }),
  'POST /admin/orders/:orderId/release': async (fixtures, target) => {
    await fixtures.holdOrders()
    return {
      params: { orderId: fixtures.order(target) },
      body: { reason: 'Un motivo' },
    }
  },
  'POST /admin/testimonials': withBody(testimonial),
  'PUT /admin/testimonials': withBody({ order: [1] }),
  'PUT /admin/testimonials/:id': (fixtures, target) => ({
    params: { id: fixtures.testimonial(target) },
    body: testimonial,
  }),
  'DELETE /admin/testimonials/:id': (fixtures, target) => ({
    params: { id: fixtures.testimonial(target) },
  }),
  'POST /admin/jobs/:id/retry': (fixtures, target) => ({ params: { id: fixtures.job(target) } }),
}
