import type { FastifyInstance } from 'fastify'
import { sendPage } from '../../shared/form-or-json.ts'
import { preferredLanguage } from '../../shared/language.ts'
import { accredit } from '../payments/change-payment.ts'
import { OUTCOMES, REJECTIONS, type Outcome } from '../payments/outcomes.ts'
import { pay } from '../payments/pay.ts'
import type { Preference } from '../state/model.ts'
import type { World } from '../world.ts'
import { checkoutPage } from './checkout-page.ts'
import { messagePage, voucherPage } from './closing-pages.ts'
import { isExpired, isPaid } from './preference-state.ts'
import { returnAddress } from './return-address.ts'

interface CheckoutQuery {
  pref_id?: string
}

interface CheckoutForm {
  outcome?: string
  reason?: string
  email?: string
}

const CHECKOUT = '/checkout/v1/redirect'

/** The pages a buyer sees: the checkout behind `init_point`, and the voucher of a cash payment. */
export function mountCheckout(app: FastifyInstance, world: World): void {
  const { store, now } = world

  app.get<{ Querystring: CheckoutQuery }>(CHECKOUT, (request, reply) => {
    const language = preferredLanguage(request.headers['accept-language'])
    const stored = store.get('preferences', request.query.pref_id ?? '')
    if (!stored) return sendPage(reply, messagePage(language, 'unknown'), 404)
    const { preference } = stored
    if (isExpired(preference, now()))
      return sendPage(reply, messagePage(language, 'expired', preference.back_urls?.failure))
    const payments = store.paymentsOf(preference.id).map(({ payment }) => payment)
    if (isPaid(preference, payments))
      return sendPage(reply, messagePage(language, 'paid', preference.back_urls?.success))
    return sendPage(reply, checkoutPage(language, preference, offered(preference)))
  })

  // Whether it is paid is not asked again: a page opened in a second tab can still pay.
  app.post<{ Querystring: CheckoutQuery; Body: CheckoutForm | null }>(
    CHECKOUT,
    (request, reply) => {
      const language = preferredLanguage(request.headers['accept-language'])
      const stored = store.get('preferences', request.query.pref_id ?? '')
      if (!stored) return sendPage(reply, messagePage(language, 'unknown'), 404)
      const { preference } = stored
      if (isExpired(preference, now()))
        return sendPage(reply, messagePage(language, 'expired', preference.back_urls?.failure))
      const { outcome, reason, email } = request.body ?? {}
      if (outcome !== 'back' && !isOutcome(outcome))
        return sendPage(reply, messagePage(language, 'invalid'), 400)

      const payment =
        outcome === 'back'
          ? undefined
          : pay(world, {
              preferenceId: preference.id,
              outcome,
              reason: REJECTIONS.find(known => known === reason),
              payerEmail: email,
            })
      const address = returnAddress(store.get('preferences', preference.id)!, payment)
      return address ? reply.redirect(address, 303) : sendPage(reply, messagePage(language, 'done'))
    },
  )

  app.get<{ Params: { id: string } }>('/voucher/:id', (request, reply) => {
    const language = preferredLanguage(request.headers['accept-language'])
    const payment = store.get('payments', request.params.id)?.payment
    if (payment?.date_of_expiration == null)
      return sendPage(reply, messagePage(language, 'unknown'), 404)
    return sendPage(reply, voucherPage(language, payment))
  })

  app.post<{ Params: { id: string } }>('/voucher/:id', (request, reply) => {
    const payment = store.get('payments', request.params.id)?.payment
    if (payment?.status === 'pending') accredit(world, payment)
    return reply.redirect(request.url, 303)
  })
}

/** What the checkout offers: no waiting in binary mode, no cash where the seller excludes it. */
function offered({ binary_mode: binary, payment_methods: methods }: Preference): Outcome[] {
  const excluded = methods?.excluded_payment_types?.map(({ id }) => id) ?? []
  const withoutCash = binary || excluded.includes('ticket') || excluded.includes('atm')
  return OUTCOMES.filter(
    outcome =>
      !(outcome === 'in_process' && binary) && !(outcome === 'pending_cash' && withoutCash),
  )
}

const isOutcome = (text: string | undefined): text is Outcome =>
  (OUTCOMES as readonly (string | undefined)[]).includes(text)
