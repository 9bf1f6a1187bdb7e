import { PASSWORD } from '#tools/test-app/test-app.ts'
import type { Target, AccessFixtures } from './fixtures.ts'

/** The parts of a call that is right in everything but, perhaps, who makes it. */
interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: object
  form?: Record<string, unknown>
  files?: Record<string, Blob>
}

type Make = (world: AccessFixtures, target: Target) => Parts | Promise<Parts>

const id: Make = (world, target) => ({ params: { id: world.product(target) } })
const withBody =
  (body: object): Make =>
  () => ({ body })
const onUser =
  (body: object): Make =>
  (world, target) => ({ params: { id: world.user(target) }, body })
const onOrder =
  (body?: object): Make =>
  (world, target) => ({ params: { orderId: world.order(target) }, ...(body && { body }) })
const onProduct =
  (body: object): Make =>
  (world, target) => ({ params: { id: world.product(target) }, body })
const token: Make = (world, target) => ({
  params: { token: world.orderToken(target), item: world.orderItem(target) },
})

const account = { email: 'nueva@people.test', password: PASSWORD, confirm_password: PASSWORD }
const form = (world: AccessFixtures) => ({
  form: {
    name: 'Nuevo',
    price: 10,
    isPriceDynamic: false,
    description: 'Algo nuevo.',
    categoryId: 1,
    subcategoryId: 1,
  },
  files: { image_file: world.picture, product_file: world.file },
})

const testimonial = {
  name: 'Ana',
  trade: 'Música',
  quote: 'Vendo sin mandar mails.',
  language: 'es',
  username: 'owner',
  hidden: false,
}

/** What each call is sent; one that is not here is sent nothing. */
export const INPUTS: Record<string, Make> = {
  'POST /user/email/change': withBody({ newEmail: 'otra@people.test', password: PASSWORD }),
  'POST /public/support': withBody({
    email: 'alguien@people.test',
    message: 'No puedo entrar a mi cuenta.',
  }),
  'PUT /auth/password/change': withBody({ currentPassword: PASSWORD, newPassword: 'Otra-2026x' }),
  'POST /public/auth/confirm-email-change/:token': () => ({ params: { token: 'nothing' } }),
  'DELETE /user/delete': withBody({ password: PASSWORD }),
  'GET /public/captcha/challenge': () => ({ query: { action: 'login_form' } }),
  'POST /public/auth/login': withBody({ email: 'owner@people.test', password: PASSWORD }),
  'POST /password/recover': withBody({ email: 'owner@people.test' }),
  'POST /public/auth/register': withBody({ ...account, tyc: true }),
  'POST /public/auth/resend': withBody({ email: 'waiting@people.test' }),
  'POST /password/reset': world => ({
    body: { token: world.links.reset, password: 'Otra-2026x', confirm_password: 'Otra-2026x' },
  }),
  'POST /auth/password/set': withBody({ password: 'Otra-2026x' }),
  'POST /password/set': withBody({ token: 'nothing', password: 'Otra-2026x' }),
  'POST /user/update': withBody({ themePreference: 'dark' }),
  'POST /public/auth/verify/:token': world => ({ params: { token: world.links.verify } }),
  'GET /mercadopago/callback': () => ({ query: {} }),
  'GET /public/profile/:username': (world, target) => ({
    params: { username: world.username(target) },
  }),
  'PUT /profile': withBody({ username: 'otronombre', bio: 'Hola' }),
  'POST /profile/picture': world => ({ form: {}, files: { picture_file: world.picture } }),
  'GET /profile/username-exists/:username': () => ({ params: { username: 'owner' } }),
  'POST /product/create': form,
  'DELETE /product/delete/:id': id,
  'GET /product/:id': id,
  'GET /public/product/:id': id,
  'GET /public/product/:id/related': id,
  'GET /public/product/suggest': () => ({ query: { q: 'pro' } }),
  'GET /public/product/username/:username': (world, target) => ({
    params: { username: world.username(target) },
  }),
  'GET /subcategory/category/:categoryId': () => ({ params: { categoryId: 1 } }),
  'POST /public/product/:id/view': id,
  'PUT /product/update/:id': (world, target) => ({
    params: { id: world.product(target) },
    form: { name: 'Otro nombre' },
  }),
  'POST /product/:id/previews': (world, target) => ({
    params: { id: world.product(target) },
    form: {},
    files: { preview_file: world.picture },
  }),
  'DELETE /product/:id/previews/:previewId': (world, target) => ({
    params: { id: world.product('own'), previewId: world.preview(target) },
  }),
  'PUT /product/:id/previews': (world, target) => ({
    params: { id: world.product(target) },
    body: { order: [world.preview('own')] },
  }),
  'GET /product/category/:category/page/:page': () => ({ params: { category: 1, page: 1 } }),
  'GET /public/product/page/:page': () => ({ params: { page: 1 } }),
  'POST /public/mercadopago/createPreference': (world, target) => ({
    body: { products: [{ id: world.product(target) }], payerEmail: 'buyer@people.test' },
  }),
  'GET /public/download/:token/:item': token,
  'GET /public/order/:token': token,
  'POST /public/mercadopago/webhook': withBody({}),
  'POST /public/order/resend': withBody({ email: 'buyer@people.test' }),
  'GET /sales/:orderId': onOrder(),
  'POST /sales/:orderId/refund': onOrder({}),
  'POST /sales/:orderId/resend': onOrder(),
  'POST /notifications/read': withBody({}),
  'POST /notifications/:id/read': (world, target) => ({
    params: { id: world.notification(target) },
  }),
  'PUT /notifications/settings': withBody({ settings: [] }),
  'POST /public/product/:id/report': onProduct({ reason: 'other' }),
  'GET /admin/users/:id': (world, target) => ({ params: { id: world.user(target) } }),
  'PUT /admin/users/:id/quota': onUser({ quotaBytes: 1 }),
  'POST /admin/users/:id/suspend': onUser({ reason: 'Un motivo' }),
  'POST /admin/users/:id/unsuspend': onUser({}),
  'POST /admin/users/:id/verify': onUser({}),
  'POST /admin/reports/:id/close': (world, target) => ({
    params: { id: world.report(target) },
    body: { outcome: 'dismissed' },
  }),
  'POST /admin/products/:id/restore': onProduct({}),
  'POST /admin/products/:id/take-down': onProduct({ reason: 'Un motivo' }),
  'POST /admin/orders/:orderId/check': onOrder(),
  'GET /admin/orders/:orderId': onOrder(),
  'POST /admin/orders/:orderId/refund': onOrder({}),
  'POST /admin/orders/:orderId/release': async (world, target) => {
    await world.hold()
    return {
      params: { orderId: world.order(target) },
      body: { reason: 'Un motivo' },
    }
  },
  'POST /admin/testimonials': withBody(testimonial),
  'PUT /admin/testimonials': withBody({ order: [1] }),
  'PUT /admin/testimonials/:id': (world, target) => ({
    params: { id: world.testimonial(target) },
    body: testimonial,
  }),
  'DELETE /admin/testimonials/:id': (world, target) => ({
    params: { id: world.testimonial(target) },
  }),
  'POST /admin/jobs/:id/retry': (world, target) => ({ params: { id: world.job(target) } }),
}
