/** A MercadoPago account of a seller. */
export interface SellerAccount {
  userId: number
  name: string
  email: string
  nickname: string
  /** The country of the account; by default the simulator's. */
  siteId?: string
  /** True for an account that MercadoPago created for tests. */
  isTest?: boolean
}

/** An OAuth authorization code, which can be used once within ten minutes. Times are milliseconds since 1970. */
export interface AuthorizationCode {
  code: string
  userId: number
  redirectUri: string
  challenge?: string
  challengeMethod?: 'S256' | 'plain'
  expiresAt: number
  used: boolean
}

/** An access token that a seller has granted to the application. */
export interface AccessToken {
  token: string
  userId: number
  liveMode: boolean
  expiresAt: number
  revoked: boolean
}

/** A refresh token, which becomes invalid when it is exchanged for new tokens. */
export interface RefreshToken {
  token: string
  userId: number
  liveMode: boolean
  expiresAt: number
  state: 'open' | 'used' | 'revoked'
}

/** An item of a preference. `unit_price` is a decimal number in units of the currency. */
export interface PreferenceItem {
  id?: string
  title: string
  description?: string
  picture_url?: string
  category_id?: string
  quantity: number
  currency_id: string
  unit_price: number
}

/**
 * A preference in the format of MercadoPago's API.
 * Source: MercadoPago's documentation of preferences.
 */
export interface Preference {
  id: string
  collector_id: number
  client_id: string
  items: PreferenceItem[]
  total_amount: number
  init_point: string
  sandbox_init_point: string
  date_created: string
  last_updated: string
  site_id: string
  operation_type: 'regular_payment'
  marketplace: string
  marketplace_fee: number
  payer?: { email?: string; [field: string]: unknown }
  back_urls?: { success?: string; pending?: string; failure?: string }
  auto_return?: 'approved' | 'all'
  notification_url?: string
  external_reference?: string
  metadata: Record<string, unknown>
  statement_descriptor?: string
  expires: boolean
  expiration_date_from?: string
  expiration_date_to?: string
  date_of_expiration?: string
  payment_methods?: {
    excluded_payment_types?: { id: string }[]
    excluded_payment_methods?: { id: string }[]
    installments?: number
  }
  binary_mode: boolean
}

/** A preference as the simulator stores it: the preference of the API, and internal fields that API responses omit. */
export interface StoredPreference {
  preference: Preference
  liveMode: boolean
  /** The id of the merchant order, which is set when the first payment is made. */
  merchantOrderId?: number
}

/**
 * The statuses of a payment.
 * Source: MercadoPago's documentation of payments.
 */
export type PaymentStatus =
  | 'pending'
  | 'in_process'
  | 'authorized'
  | 'approved'
  | 'rejected'
  | 'cancelled'
  | 'in_mediation'
  | 'refunded'
  | 'charged_back'

/** A fee or other charge of a payment, with the part of it that was refunded. */
export interface PaymentCharge {
  id: string
  name: string
  type: string
  accounts: { from: string; to: string }
  amounts: { original: number; refunded: number }
  client_id: number
  date_created: string
  last_updated: string
  metadata: Record<string, unknown>
  refund_charges: unknown[]
  reserve_id: null
}

/** A refund of a payment. Source: MercadoPago's documentation of refunds. */
export interface Refund {
  id: number
  payment_id: number
  amount: number
  metadata: Record<string, unknown>
  source: { id: string; name: string; type: 'collector' | 'admin' }
  date_created: string
  unique_sequence_number?: string
  refund_mode: 'standard'
  adjustment_amount: number
  status: 'approved' | 'in_process' | 'rejected'
  reason: string | null
  label: string | null
  partition_details: object[]
}

/**
 * A payment in the format of MercadoPago's API.
 * Source: MercadoPago's documentation of payments.
 */
export interface Payment {
  id: number
  status: PaymentStatus
  status_detail: string
  external_reference?: string
  transaction_amount: number
  transaction_amount_refunded: number
  coupon_amount: number
  currency_id: string
  description: string
  payment_method_id: string
  payment_type_id: string
  payment_method: { id: string; type: string; issuer_id: string | null }
  issuer_id: string | null
  installments: number
  operation_type: 'regular_payment'
  processing_mode: 'aggregator'
  date_created: string
  date_approved: string | null
  date_last_updated: string
  date_of_expiration: string | null
  money_release_date: string | null
  money_release_status: string
  collector_id: number
  payer: {
    id: string
    email: string
    type: string
    identification: { type: string; number: string }
    first_name: string
    last_name: string
  }
  additional_info: object
  live_mode: boolean
  captured: boolean
  binary_mode: boolean
  metadata: Record<string, unknown>
  order: { id: string; type: 'mercadopago' }
  fee_details: { type: string; amount: number; fee_payer: string }[]
  charges_details: PaymentCharge[]
  refunds: Refund[]
  transaction_details: {
    net_received_amount: number
    total_paid_amount: number
    overpaid_amount: number
    installment_amount: number
    external_resource_url?: string
  }
  card: object
  statement_descriptor?: string
  notification_url?: string
}

/** A payment as the simulator stores it: the payment of the API, and internal fields that API responses omit. */
export interface StoredPayment {
  preferenceId: string
  /**
   * The user id of the seller who created the preference. This seller can read the payment, and the payment's webhooks
   * contain this id.
   */
  sellerId: number
  payment: Payment
}

/** A chargeback. Source: MercadoPago's documentation of chargebacks. */
export interface Chargeback {
  id: string
  payments: { id: number }[]
  currency: string
  amount: number
  coverage_applied: boolean
  coverage_elegible: boolean
  documentation_required: boolean
  documentation_status: 'valid' | 'invalid' | 'not_supplied'
  date_documentation_deadline: string
  date_created: string
  date_last_updated: string
  live_mode: boolean
}

/** A stored reply to a request with an X-Idempotency-Key; repeated requests get the same reply. */
export interface StoredReply {
  bodyHash: string
  status: number
  body: object
  at: number
}
