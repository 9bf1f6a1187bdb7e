import * as z from 'zod/mini'
import { Currency } from '#contract/core/fields.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { DEFAULT_COMMISSION_TIERS } from '#contract/core/money.ts'
import { WITHDRAWAL_DAYS, WITHDRAWAL_SCOPES } from '#contract/withdrawals.ts'
import {
  enumWithDefault,
  flagWithDefault,
  numberWithDefault,
  optionalUrl,
  documentSetting,
  textWithDefault,
  wholeNumberWithDefault,
} from './schemas.ts'

/** Returns the maximum size in bytes of a product file that arrives with its form, in one request. */
export const limitFormFile = (productFileMaxBytes: number): number =>
  Math.min(productFileMaxBytes, LIMITS.formFileMaxBytes)

const Tier = z.object({
  below: z.optional(z.int().check(z.positive())),
  percent: z.int().check(z.minimum(0), z.maximum(99)),
})
const CommissionTiers = z.pipe(
  z.pipe(z.string(), z.transform(parseJson)),
  z
    .array(Tier, 'debe ser una lista de {below, percent}, la última sin below')
    .check(
      z.refine(
        tiers =>
          tiers.length > 0 &&
          tiers.every(({ below }, index) =>
            index === tiers.length - 1
              ? below === undefined
              : below !== undefined && below > (tiers[index - 1]?.below ?? 0),
          ),
        'debe ser una lista de {below, percent}, la última sin below',
      ),
    ),
)

export const MARKETPLACE_SETTINGS = {
  BRAND_NAME: documentSetting(textWithDefault('Marketplace'), {
    meaning: 'the name shown on pages, in emails, and on card statements (22 characters)',
  }),
  APP_LANGUAGE: documentSetting(enumWithDefault(['SPA', 'EN'], 'SPA'), {
    meaning:
      '`SPA` or `EN`: the language for visitors who have not chosen one and whose browser prefers another language',
  }),
  CURRENCY: documentSetting(
    z._default(z.enum(Currency.options, `debe ser uno de: ${Currency.options.join(', ')}`), 'ARS'),
    {
      meaning: `${Currency.options.map(name => `\`${name}\``).join(', ')}. It cannot change after the first sale`,
    },
  ),
  COMMISSION_TIERS: documentSetting(
    z._default(
      CommissionTiers,
      DEFAULT_COMMISSION_TIERS.map(tier => ({ ...tier })),
    ),
    {
      shownDefault: `\`${JSON.stringify(DEFAULT_COMMISSION_TIERS)}\``,
      meaning:
        'the commission in percent by an item’s price in whole units, as JSON; the last tier has no `below`',
    },
  ),
  ACCEPT_ORDERS: documentSetting(flagWithDefault('1'), {
    meaning:
      '`0` refuses new orders with 503 `ERROR_SERVICE_UNAVAILABLE`, for instance while the provider has trouble; payments of existing orders, downloads and refunds go on',
  }),
  WITHDRAWAL_DAYS: documentSetting(
    numberWithDefault(
      10,
      days => Number.isInteger(days) && days >= WITHDRAWAL_DAYS.min && days <= WITHDRAWAL_DAYS.max,
      `debe ser un número entero de ${WITHDRAWAL_DAYS.min} a ${WITHDRAWAL_DAYS.max}`,
    ),
    {
      meaning:
        'the number of calendar days after the delivery in which a buyer can withdraw and gets the money back; a period that ends on a weekend lasts until Monday. Argentine law asks for 10',
    },
  ),
  WITHDRAWAL: documentSetting(enumWithDefault(WITHDRAWAL_SCOPES, 'always'), {
    meaning:
      '`always`: a buyer can withdraw also after downloading; `until_download`: only from files that were not downloaded. Product pages, FAQ and terms say which; a lawyer of your country should decide',
  }),
  REVIEW_REMINDER_DAYS: documentSetting(
    numberWithDefault(
      5,
      days => Number.isInteger(days) && days >= 0 && days <= 60,
      'debe ser un número entero de 0 a 60',
    ),
    {
      meaning:
        'the number of days from the first download to the one email that reminds a buyer to review; `0` sends none',
    },
  ),
  REFUND_PROOF_ABOVE: documentSetting(wholeNumberWithDefault(50_000), {
    meaning:
      'refunds of an order that are together more than this amount, in whole units of the currency, need a sign-in or a proof of identity of the last 15 minutes',
  }),
  SELLER_QUOTA_BYTES: documentSetting(wholeNumberWithDefault(1024 ** 3), {
    meaning: 'the storage quota of a seller’s product files, in bytes',
  }),
  PRODUCT_FILE_MAX_BYTES: documentSetting(wholeNumberWithDefault(LIMITS.productFileMaxBytes), {
    meaning:
      'the maximum size of a product file, in bytes; they are sent in chunks of 8 MB, and none can be larger than the rest of its seller’s quota',
  }),
  TERMS_PDF_URL: documentSetting(optionalUrl(), {
    isRequired: true,
    shownDefault: '`PUBLIC_ORIGIN/legal/terms`',
    meaning: 'the URL of the terms',
  }),
  PRIVACY_PDF_URL: documentSetting(optionalUrl(), {
    isRequired: true,
    shownDefault: '`PUBLIC_ORIGIN/legal/privacy`',
    meaning: 'the URL of the privacy policy',
  }),
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
