import type { SellerTokens } from '#server/integrations/mercadopago/provider.ts'
import { TokenResponse, toTokens } from '#server/integrations/mercadopago/responses.ts'

/** A preference in the simulator's ledger, with only the fields that tests read. */
interface LedgerPreference {
  id: string
  external_reference: string
  collector_id: number
  back_urls: { success: string; pending: string; failure: string }
  marketplace_fee: number
  expires: boolean
}

interface LedgerPayment {
  id: number
  preference_id: string
  external_reference: string
  status: string
  transaction_amount: number
  date_of_expiration: string | null
}

export interface Ledger {
  preferences: LedgerPreference[]
  payments: LedgerPayment[]
  refunds: unknown[]
}

interface Payment {
  preferenceId: string
  outcome: 'approved' | 'rejected' | 'in_process' | 'pending_cash' | 'cancelled'
  amount?: number
  currency?: string
  collectorId?: string
  /** The commission that the provider deducts; the default is the commission that was agreed. */
  applicationFee?: number
  /** Whether the payment is one of several that together pay the preference, each with its share of the commission. */
  asPart?: boolean
  /** Whether the buyer began to pay while the page was open, so that its closing does not stop the payment. */
  wasBegun?: boolean
  /** The provider's `status_detail` of a rejected payment. */
  reason?: string
}

interface WebhookSettings {
  copies?: number
  delayMs?: number
  drop?: boolean
  hold?: boolean
  badSignature?: boolean
  unsigned?: boolean
  tsUnit?: 's' | 'ms'
}

/** A client for the control API of the MercadoPago simulator. */
export class MercadoPagoControl {
  readonly origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  private async send<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.origin}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  async pay(payment: Payment): Promise<string> {
    const { paymentId } = await this.send<{ paymentId: string | number }>(
      'POST',
      '/control/pay',
      payment,
    )
    return String(paymentId)
  }

  /** Adds payments of other shops to the account of a preference. */
  addOtherPayments(preferenceId: string, count: number): Promise<unknown> {
    return this.send('POST', '/control/other-payments', { preferenceId, count })
  }

  changePayment(
    paymentId: string,
    action:
      | 'accredit'
      | 'reject'
      | 'expire'
      | 'refund'
      | 'partial_refund'
      | 'chargeback'
      | 'reimburse'
      | 'settle'
      | 'mediation'
      | 'approve_refund'
      | 'reject_refund',
    options: { amount?: number; as?: 'approved' | 'charged_back' } = {},
  ): Promise<unknown> {
    return this.send('POST', `/control/payments/${paymentId}`, {
      action,
      ...options,
    })
  }

  /** Sets the status of new refunds that sellers request. */
  setRefundStatus(status: 'approved' | 'in_process' | 'rejected'): Promise<unknown> {
    return this.send('PUT', '/control/refunds', { status })
  }

  /** Sets whether refunds also return their part of MercadoPago's fee and of the marketplace's commission. */
  setRefundReturnsCharges(returnCharges: boolean): Promise<unknown> {
    return this.send('PUT', '/control/refunds', { returnCharges })
  }

  setWebhookSettings(setting: WebhookSettings): Promise<unknown> {
    return this.send('PUT', '/control/notifications', setting)
  }

  /** Lists the webhooks that are held, in the order of their events. */
  async listHeldWebhooks(): Promise<unknown[]> {
    return (await this.send<{ held: unknown[] }>('GET', '/control/held')).held
  }

  /**
   * Sends held webhooks one after another, in the order of the given positions. Resolves after they were received.
   * Without positions, all are sent in reverse order.
   */
  releaseWebhooks(indexes?: number[]): Promise<unknown> {
    return this.send('POST', '/control/held/release', indexes ? { indexes } : {})
  }

  /**
   * Counts the deliveries of webhooks that have begun, and those of them that are neither acknowledged nor given up.
   * Webhooks that are held are not counted.
   */
  countDeliveries(): Promise<{ begun: number; pending: number }> {
    return this.send('GET', '/control/deliveries')
  }

  sendWebhook(notice: {
    paymentId?: string
    topic?: string
    action?: string
    userId?: string
    data?: object
    copies?: number
  }): Promise<unknown> {
    return this.send('POST', '/control/notify', notice)
  }

  addFault(fault: {
    path: string
    method?: string
    status?: number
    latencyMs?: number
    hang?: boolean
    reset?: boolean
    malformed?: boolean
    html?: boolean
    extraBytes?: number
    dripMs?: number
    retryAfter?: number
    times: number
  }): Promise<unknown> {
    return this.send('POST', '/control/faults', fault)
  }

  /** Ends all faults, also those that have not occurred yet. */
  clearFaults(): Promise<unknown> {
    return this.send('POST', '/control/faults/clear', {})
  }

  /** Sets whether a token refresh invalidates the seller's earlier access tokens at once. */
  setTokenSettings(settings: { refreshInvalidates: boolean }): Promise<unknown> {
    return this.send('PUT', '/control/tokens', settings)
  }

  /** Sets the most payments that a page of a search has. */
  setMaxSearchPage(maxPage: number): Promise<unknown> {
    return this.send('PUT', '/control/search', { maxPage })
  }

  /** Changes the country of an account, or makes it a test account. */
  changeAccount(account: { userId: string; siteId?: string; isTest?: boolean }): Promise<unknown> {
    return this.send('POST', '/control/accounts', account)
  }

  /** Creates a seller account that has authorized the marketplace. Resolves to its tokens. */
  async authorizeNewAccount(): Promise<SellerTokens> {
    const tokens = await this.send<unknown>('POST', '/control/authorizations')
    return toTokens(TokenResponse.parse(tokens))
  }

  listAccounts(): Promise<{ sellers: { userId: number }[] }> {
    return this.send('GET', '/control/sellers')
  }

  revokePermission(userId: string): Promise<unknown> {
    return this.send('POST', '/control/revoke', { userId })
  }

  expireToken(userId: string): Promise<unknown> {
    return this.send('POST', '/control/expire-token', { userId })
  }

  readLedger(): Promise<Ledger> {
    return this.send('GET', '/control/ledger')
  }

  listRequests(): Promise<{
    requests: {
      method: string
      path: string
      status: number
      headers: Record<string, string>
      body: unknown
    }[]
  }> {
    return this.send('GET', '/control/requests')
  }

  /**
   * Restores the state of a new simulator: its twelve accounts, no payments, no faults. Waiting webhooks are dropped.
   */
  async deleteState(): Promise<void> {
    await this.send('DELETE', '/control/state')
  }

  /** Ends all faults and restores the default settings. Accounts and payments stay. */
  async reset(): Promise<void> {
    await this.send('DELETE', '/control/faults')
    await this.setWebhookSettings({})
    await this.setRefundStatus('approved')
    await this.setRefundReturnsCharges(true)
    await this.setTokenSettings({ refreshInvalidates: false })
    await this.setMaxSearchPage(1000)
  }
}
