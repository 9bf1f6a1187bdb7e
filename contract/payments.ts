import { endpoint } from './core/endpoint.ts'

export const paymentWebhook = endpoint({
  method: 'POST',
  path: '/public/mercadopago/webhook',
  summary: 'Receive webhook events of MercadoPago',
  access: 'public',
  status: 200,
  errors: ['ERROR_USER_NOT_AUTHORIZED'],
})
