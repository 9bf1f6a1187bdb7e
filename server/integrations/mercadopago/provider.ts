import type { Currency } from '#contract/core/fields.ts'

/** The tokens that the payment provider issues after a seller has allowed access to their account. */
export interface SellerTokens {
  collectorId: string
  accessToken: string
  refreshToken: string
  scope: string
  liveMode: boolean
  expiresAt: Date
}

/** An account of the payment provider. */
export interface ProviderAccount {
  collectorId: string
  /** The currency of the account's country; undefined if the country is unknown. */
  currency: Currency | undefined
  /** True for an account that the provider created for tests. It cannot receive money. */
  isTestAccount: boolean
}

/** The data from which the provider creates a payment page. Amounts are in minor units. */
export interface PreferenceRequest {
  /** The order's id, which the provider returns as the `external_reference` of the payment. */
  orderId: string
  currency: Currency
  items: { id: string; title: string; priceMinor: number }[]
  /** What the page keeps for us and returns, with keys in snake case. It is not secret. */
  metadata: object
  payerEmail: string
  marketplaceFeeMinor: number
  backUrls: { success: string; pending: string; failure: string }
  notificationUrl: string
  /** When the page can no longer be paid on. */
  expiresAt: Date
  /** Until when a voucher that is chosen on the page can be paid. */
  vouchersExpireAt: Date
  statementDescriptor: string
}

/** A payment page that the marketplace created for an order, as the payment provider reports it. */
export interface ProviderPreference {
  id: string
  collectorId: string
  currency: string
  /** The items as they were ordered, with the `id` and the amounts of the request. */
  items: { id: string; title: string; priceMinor: number }[]
  payerEmail: string | null
  /** The metadata of the request; undefined if the page has none. */
  metadata: unknown
  marketplaceFeeMinor: number
  createdAt: Date
}

/** One attempt to pay an order, as the payment provider reports it. Amounts are in minor units. */
export interface ProviderPayment {
  id: string
  status: string
  statusDetail: string | null
  orderId: string | null
  amountMinor: number
  refundedMinor: number
  currency: Currency
  collectorId: string
  liveMode: boolean
  method: string | null
  methodType: string | null
  /** The provider's fee without the marketplace's commission; null until the provider reports it. */
  providerFeeMinor: number | null
  /** The marketplace's commission that the provider deducted; null until the provider reports its fees. */
  applicationFeeMinor: number | null
  /**
   * The part of the commission that went back to the seller with refunds; null until something was refunded, and while
   * the provider does not report it.
   */
  returnedApplicationFeeMinor: number | null
  /** The id of the merchant order, which groups the payments of one purchase. */
  merchantOrderId: string | null
  instructionsUrl: string | null
  deadline: Date | null
  /** When the seller can use the money; null until the provider reports it. */
  moneyReleaseAt: Date | null
  createdAt: Date | null
  updatedAt: Date | null
  /** All refunds of the payment, whoever requested them. */
  refunds: ProviderRefund[]
}

/** A payment that the provider's search has found. */
export interface ChangedPayment {
  id: string
  updatedAt: Date | null
  /** The payment itself, which can be older than one that is read by its id; null if the result is incomplete. */
  payment: ProviderPayment | null
}

/** A refund as the payment provider reports it. A pending refund is decided later. */
export interface ProviderRefund {
  id: string
  state: 'pending' | 'done' | 'rejected'
  /** In minor units; null if the provider does not report it. */
  amountMinor: number | null
  createdAt: Date | null
}

/**
 * The reason why a call to the payment provider failed. `unauthorized`: the seller's token is not valid. `refused`: the
 * request is wrong, or not possible in the current state. `unavailable`: a later attempt may succeed.
 */
export type ProviderFault = 'unauthorized' | 'not_found' | 'refused' | 'unavailable'

export class ProviderError extends Error {
  readonly fault: ProviderFault
  /** The number of seconds to wait before the next call, if the provider sent `Retry-After`. */
  readonly retryAfter: number | undefined
  /** The HTTP status of the response, if there was one. */
  readonly status: number | undefined
  /** The provider's name of the error, such as `invalid_grant`. */
  readonly reason: string | undefined
  /** The provider's numeric error codes. */
  readonly codes: readonly string[]

  constructor(
    fault: ProviderFault,
    detail: string,
    options: {
      retryAfter?: number
      status?: number
      reason?: string | undefined
      codes?: readonly string[]
      cause?: unknown
    } = {},
  ) {
    super(`${fault}: ${detail}`, { cause: options.cause })
    this.name = 'ProviderError'
    this.fault = fault
    this.retryAfter = options.retryAfter
    this.status = options.status
    this.reason = options.reason
    this.codes = options.codes ?? []
  }
}

/** The number of payments that is asked for on a page of changed payments. The provider may return fewer. */
export const CHANGED_PAYMENTS_PAGE = 100

/**
 * The payment provider as the marketplace sees it, so that no feature depends on MercadoPago's API. Every method except
 * `authorizationUrl` throws ProviderError if the call fails.
 */
export interface PaymentProvider {
  /**
   * Requires that calls can be sent at the moment, without sending one.
   * @param accessToken the token of the calls; without it, only a pause of all calls counts
   * @throws ProviderError `unavailable` with `retryAfter`, if the provider is down or has asked for a pause
   */
  assertAvailable(accessToken?: string): void
  /** Returns the URL of the provider's OAuth consent page, where sellers allow access to their MercadoPago account. */
  authorizationUrl(link: { state: string; codeChallenge: string; redirectUri: string }): string
  /** Exchanges an authorization code for tokens. Each code works only once. */
  exchangeCode(grant: {
    code: string
    codeVerifier: string
    redirectUri: string
  }): Promise<SellerTokens>
  /**
   * Refreshes a seller's tokens. Access token and refresh token both become invalid, so the two new tokens must be
   * stored together.
   */
  refreshTokens(refreshToken: string): Promise<SellerTokens>
  /** Reads the account that a token belongs to. The call fails if the seller has withdrawn the authorization. */
  readAccount(accessToken: string): Promise<ProviderAccount>
  /** Creates a payment page. Calls with the same `idempotencyKey` return the same page. */
  createPreference(
    accessToken: string,
    request: PreferenceRequest,
    idempotencyKey: string,
  ): Promise<{ id: string; paymentUrl: string }>
  /**
   * Finds the payment page that the marketplace created for an order. Pages of other applications with the same
   * reference are ignored.
   * @returns undefined if there is none, or more than one
   */
  findPreference(accessToken: string, orderId: string): Promise<ProviderPreference | undefined>
  /** Makes a payment page expire immediately, so that nobody can pay on it. */
  expirePreference(accessToken: string, preferenceId: string): Promise<void>
  readPayment(accessToken: string, paymentId: string): Promise<ProviderPayment>
  /** Finds the ids of all attempts to pay an order, newest first. */
  findPayments(accessToken: string, orderId: string): Promise<string[]>
  /**
   * Finds the payments of a seller's account that changed in a period, by their last change, oldest first. A page has
   * at most `CHANGED_PAYMENTS_PAGE` of them. `isLast` tells whether none follow on further pages.
   */
  findChangedPayments(
    accessToken: string,
    period: { from: Date; to: Date; offset: number },
  ): Promise<{ changes: ChangedPayment[]; isLast: boolean }>
  /** Finds the ids of the payments that a chargeback is about. */
  findChargebackPayments(accessToken: string, chargebackId: string): Promise<string[]>
  /** Cancels a payment that is not made yet. The call is `refused` if the payment was made or cancelled before. */
  cancelPayment(accessToken: string, paymentId: string): Promise<void>
  /**
   * Refunds a part of a payment, in minor units, or all that is left of it if `amountMinor` is null. Calls with the
   * same `idempotencyKey` return the same refund. The request is sent once: whoever repeats it reads the payment first.
   */
  refundPayment(
    accessToken: string,
    paymentId: string,
    refund: { amountMinor: number | null; idempotencyKey: string },
  ): Promise<ProviderRefund>
  readRefund(accessToken: string, paymentId: string, refundId: string): Promise<ProviderRefund>
}
