import type { FastifyInstance } from 'fastify'
import { sendPage } from '../../shared/form-or-json.ts'
import { getPreferredLanguage } from '../../shared/language.ts'
import { accreditPayment } from '../payments/change-payment.ts'
import { PAYMENT_OUTCOMES, REJECTION_REASONS, type PaymentOutcome } from '../payments/outcomes.ts'
import { payPreference } from '../payments/pay-preference.ts'
import type { Preference } from '../state/model.ts'
import type { SimulatorContext } from '../context.ts'
import { renderCheckoutPage } from './checkout-page.ts'
import { renderMessagePage, renderVoucherPage } from './result-pages.ts'
import { isOutsidePaymentPeriod, isPreferencePaid } from './preference-state.ts'
import { buildReturnUrl } from './return-url.ts'

interface CheckoutQuery {
  pref_id?: string
}

interface CheckoutForm {
  outcome?: string
  reason?: string
  email?: string
}

const CHECKOUT = '/checkout/v1/redirect'

/** Registers the pages for buyers: the checkout page at `init_point`, and the voucher of a cash payment. */
export function registerCheckoutRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const { store, now } = context

  app.get<{ Querystring: CheckoutQuery }>(CHECKOUT, (request, reply) => {
    const language = getPreferredLanguage(request.headers['accept-language'])
    const stored = store.get('preferences', request.query.pref_id ?? '')
    if (!stored) return sendPage(reply, renderMessagePage(language, 'unknown'), 404)
    const { preference } = stored
    if (isOutsidePaymentPeriod(preference, now()))
      return sendPage(reply, renderMessagePage(language, 'expired', preference.back_urls?.failure))
    const payments = store.paymentsOf(preference.id).map(({ payment }) => payment)
    if (isPreferencePaid(preference, payments))
      return sendPage(reply, renderMessagePage(language, 'paid', preference.back_urls?.success))
    return sendPage(
      reply,
      renderCheckoutPage(language, preference, listOfferedOutcomes(preference)),
    )
  })

  // This POST route does not check whether the preference is already paid: as at MercadoPago, a checkout page in a
  // second tab can still pay.
  app.post<{ Querystring: CheckoutQuery; Body: CheckoutForm | null }>(
    CHECKOUT,
    (request, reply) => {
      const language = getPreferredLanguage(request.headers['accept-language'])
      const stored = store.get('preferences', request.query.pref_id ?? '')
      if (!stored) return sendPage(reply, renderMessagePage(language, 'unknown'), 404)
      const { preference } = stored
      if (isOutsidePaymentPeriod(preference, now()))
        return sendPage(
          reply,
          renderMessagePage(language, 'expired', preference.back_urls?.failure),
        )
      const { outcome, reason, email } = request.body ?? {}
      if (outcome !== 'back' && !isOutcome(outcome))
        return sendPage(reply, renderMessagePage(language, 'invalid'), 400)

      const payment =
        outcome === 'back'
          ? undefined
          : payPreference(context, {
              preferenceId: preference.id,
              outcome,
              reason: REJECTION_REASONS.find(candidate => candidate === reason),
              payerEmail: email,
            })
      const address = buildReturnUrl(store.get('preferences', preference.id)!, payment)
      return address
        ? reply.redirect(address, 303)
        : sendPage(reply, renderMessagePage(language, 'done'))
    },
  )

  app.get<{ Params: { id: string } }>('/voucher/:id', (request, reply) => {
    const language = getPreferredLanguage(request.headers['accept-language'])
    const payment = store.get('payments', request.params.id)?.payment
    if (payment?.date_of_expiration == null)
      return sendPage(reply, renderMessagePage(language, 'unknown'), 404)
    return sendPage(reply, renderVoucherPage(language, payment))
  })

  app.post<{ Params: { id: string } }>('/voucher/:id', (request, reply) => {
    const payment = store.get('payments', request.params.id)?.payment
    if (payment?.status === 'pending') accreditPayment(context, payment)
    return reply.redirect(request.url, 303)
  })
}

/**
 * Lists the outcomes that the checkout page offers. Binary mode excludes pending payments, and a preference can exclude
 * cash.
 */
function listOfferedOutcomes({
  binary_mode: binary,
  payment_methods: methods,
}: Preference): PaymentOutcome[] {
  const excluded = methods?.excluded_payment_types?.map(({ id }) => id) ?? []
  const withoutCash = binary || excluded.includes('ticket') || excluded.includes('atm')
  return PAYMENT_OUTCOMES.filter(
    outcome =>
      !(outcome === 'in_process' && binary) && !(outcome === 'pending_cash' && withoutCash),
  )
}

const isOutcome = (text: string | undefined): text is PaymentOutcome =>
  (PAYMENT_OUTCOMES as readonly (string | undefined)[]).includes(text)
