import * as z from 'zod/mini'
import { toDecimal } from '#contract/core/money.ts'
import { createClient } from './client.ts'
import {
  AccountResponse,
  ChargebackResponse,
  PaymentResponse,
  PreferenceResponse,
  PreferenceSearchResponse,
  RefundResponse,
  SearchResponse,
  StoredPreferenceResponse,
  TokenResponse,
  isPageOf,
  toAccount,
  toChangedPayment,
  toPayment,
  toPreference,
  toRefund,
  toTokens,
} from './responses.ts'
import { CHANGED_PAYMENTS_PAGE, type PaymentProvider, type ProviderFault } from './provider.ts'

const SEARCH_LIMIT = 30

/**
 * Creates the client of MercadoPago's Checkout Pro, with preferences and a marketplace fee. Responses are validated by
 * schemas. Calls that quickly fail with 429, 5xx or a network error are sent up to three times, unless the provider
 * asked for a pause. While the provider is down, calls fail without being sent.
 * Source: the provider's facts, preferences, payments and OAuth.
 */
export function createMercadoPago(settings: {
  apiOrigin: string
  authOrigin: string
  clientId: string
  clientSecret: string
  onCall?: (result: 'ok' | ProviderFault) => void
}): PaymentProvider {
  const { apiOrigin, authOrigin, clientId, clientSecret } = settings
  const client = { client_id: clientId, client_secret: clientSecret }
  const { call, assertAvailable } = createClient(apiOrigin, settings.onCall)

  return {
    assertAvailable,

    authorizationUrl({ state, codeChallenge, redirectUri }) {
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        platform_id: 'mp',
        state,
        redirect_uri: redirectUri,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      })
      return `${authOrigin}/authorization?${query.toString()}`
    },

    async exchangeCode({ code, codeVerifier, redirectUri }) {
      const body = {
        ...client,
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      }
      return toTokens(
        await call(TokenResponse, { method: 'POST', path: '/oauth/token', body, maxAttempts: 1 }),
      )
    },

    async refreshTokens(refreshToken) {
      const body = { ...client, grant_type: 'refresh_token', refresh_token: refreshToken }
      return toTokens(
        await call(TokenResponse, { method: 'POST', path: '/oauth/token', body, maxAttempts: 1 }),
      )
    },

    async readAccount(accessToken) {
      return toAccount(
        await call(AccountResponse, { method: 'GET', path: '/users/me', accessToken }),
      )
    },

    async createPreference(accessToken, order, idempotencyKey) {
      const { id, init_point } = await call(PreferenceResponse, {
        method: 'POST',
        path: '/checkout/preferences',
        accessToken,
        idempotencyKey,
        body: {
          items: order.items.map(({ id, title, priceMinor }) => ({
            id,
            title,
            quantity: 1,
            currency_id: order.currency,
            unit_price: toDecimal(priceMinor),
          })),
          payer: { email: order.payerEmail },
          back_urls: order.backUrls,
          auto_return: 'approved',
          notification_url: order.notificationUrl,
          external_reference: order.orderId,
          marketplace_fee: toDecimal(order.marketplaceFeeMinor),
          metadata: order.metadata,
          statement_descriptor: order.statementDescriptor,
          expires: true,
          expiration_date_to: order.expiresAt.toISOString(),
          date_of_expiration: order.vouchersExpireAt.toISOString(),
        },
      })
      return { id, paymentUrl: init_point }
    },

    async findPreference(accessToken, orderId) {
      const { elements } = await call(PreferenceSearchResponse, {
        method: 'GET',
        path: '/checkout/preferences/search',
        query: { external_reference: orderId, limit: '10', offset: '0' },
        accessToken,
      })
      const [found, ...others] = elements.filter(page => isPageOf(page, { clientId, orderId }))
      if (!found || others.length > 0) return undefined
      // The results of the search lack fields, so the page is read by its id.
      const page = await call(StoredPreferenceResponse, {
        method: 'GET',
        path: '/checkout/preferences/:preferenceId',
        params: { preferenceId: found.id },
        accessToken,
      })
      return isPageOf(page, { clientId, orderId }) ? toPreference(page) : undefined
    },

    async expirePreference(accessToken, preferenceId) {
      const now = new Date().toISOString()
      await call(z.unknown(), {
        method: 'PUT',
        path: '/checkout/preferences/:preferenceId',
        params: { preferenceId },
        accessToken,
        body: { expires: true, expiration_date_to: now },
      })
    },

    async readPayment(accessToken, paymentId) {
      const path = '/v1/payments/:paymentId'
      const params = { paymentId }
      return toPayment(await call(PaymentResponse, { method: 'GET', path, params, accessToken }))
    },

    async findPayments(accessToken, orderId) {
      const query = {
        external_reference: orderId,
        sort: 'date_created',
        criteria: 'desc',
        limit: String(SEARCH_LIMIT),
        offset: '0',
      }
      const path = '/v1/payments/search'
      const { results } = await call(SearchResponse, { method: 'GET', path, query, accessToken })
      return results.map(({ id }) => String(id))
    },

    async findChangedPayments(accessToken, { from, to, offset }) {
      const query = {
        sort: 'date_last_updated',
        criteria: 'asc',
        range: 'date_last_updated',
        begin_date: from.toISOString(),
        end_date: to.toISOString(),
        limit: String(CHANGED_PAYMENTS_PAGE),
        offset: String(offset),
      }
      const path = '/v1/payments/search'
      const { results, paging } = await call(SearchResponse, {
        method: 'GET',
        path,
        query,
        accessToken,
      })
      const total = paging?.total
      return {
        changes: results.map(toChangedPayment),
        isLast:
          results.length === 0 ||
          (total == null
            ? results.length < CHANGED_PAYMENTS_PAGE
            : offset + results.length >= total),
      }
    },

    async findChargebackPayments(accessToken, chargebackId) {
      const { payments } = await call(ChargebackResponse, {
        method: 'GET',
        path: '/v1/chargebacks/:chargebackId',
        params: { chargebackId },
        accessToken,
      })
      return payments.map(String)
    },

    async cancelPayment(accessToken, paymentId) {
      await call(z.unknown(), {
        method: 'PUT',
        path: '/v1/payments/:paymentId',
        params: { paymentId },
        accessToken,
        body: { status: 'cancelled' },
      })
    },

    async refundPayment(accessToken, paymentId, { amountMinor, idempotencyKey }) {
      const refund = await call(RefundResponse, {
        method: 'POST',
        path: '/v1/payments/:paymentId/refunds',
        params: { paymentId },
        accessToken,
        body: amountMinor === null ? {} : { amount: toDecimal(amountMinor) },
        idempotencyKey,
        maxAttempts: 1,
      })
      return toRefund(refund)
    },

    async readRefund(accessToken, paymentId, refundId) {
      const path = '/v1/payments/:paymentId/refunds/:refundId'
      const params = { paymentId, refundId }
      return toRefund(await call(RefundResponse, { method: 'GET', path, params, accessToken }))
    },
  }
}
