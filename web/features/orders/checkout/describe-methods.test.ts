import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { Currency } from '#contract/core/fields.ts'
import { overwriteGetLocale } from '#messages/runtime'
import { describeMethodKinds, describeMethods } from './describe-methods.ts'
import { listPaymentMethods } from './payment-methods.ts'

afterEach(() => overwriteGetLocale(() => 'es'))

const METHODS: Record<Currency, { es: string; kinds: string; en: string }> = {
  ARS: {
    es: 'efectivo (Rapipago o Pago Fácil)',
    kinds: 'tarjeta o efectivo',
    en: 'credit or debit card, account balance, or cash (Rapipago or Pago Fácil)',
  },
  BRL: {
    es: 'efectivo (Boleto) o transferencia (Pix)',
    kinds: 'tarjeta, efectivo o transferencia',
    en: 'credit or debit card, account balance, cash (Boleto), or bank transfer (Pix)',
  },
  MXN: {
    es: 'efectivo (OXXO) o transferencia (CLABE)',
    kinds: 'tarjeta, efectivo o transferencia',
    en: 'credit or debit card, account balance, cash (OXXO), or bank transfer (CLABE)',
  },
  CLP: {
    es: 'transferencia (Webpay o Khipu)',
    kinds: 'tarjeta o transferencia',
    en: 'credit or debit card, account balance, or bank transfer (Webpay or Khipu)',
  },
  COP: {
    es: 'efectivo (Efecty) o transferencia (PSE)',
    kinds: 'tarjeta, efectivo o transferencia',
    en: 'credit or debit card, account balance, cash (Efecty), or bank transfer (PSE)',
  },
  PEN: {
    es: 'efectivo (PagoEfectivo)',
    kinds: 'tarjeta o efectivo',
    en: 'credit or debit card, account balance, or cash (PagoEfectivo)',
  },
  UYU: {
    es: 'efectivo (Abitab o Redpagos)',
    kinds: 'tarjeta o efectivo',
    en: 'credit or debit card, account balance, or cash (Abitab or Redpagos)',
  },
}

test.each(Currency.options)('buyers who pay in %s read the methods of their country', currency => {
  const { es, kinds, en } = METHODS[currency]
  const separator = es.includes(') o ') ? ', ' : ' o '

  expect(describeMethods(currency)).toBe(
    `tarjeta de crédito o débito, dinero en cuenta${separator}${es}`,
  )
  expect(describeMethodKinds(currency)).toBe(kinds)
  overwriteGetLocale(() => 'en')
  expect(describeMethods(currency)).toBe(en)
})

test.each(Currency.options)('no method of another country is named to who pays in %s', currency => {
  const ours = new Set(listPaymentMethods(currency).map(({ name }) => name()))
  const others = Currency.options
    .flatMap(option => listPaymentMethods(option).map(({ name }) => name()))
    .filter(name => !ours.has(name))

  expect(others.filter(name => describeMethods(currency).includes(name))).toEqual([])
})

test('no text names a local method or promises a transfer by itself', () => {
  const folder = join(import.meta.dirname, '../../../../messages')
  const texts = ['es', 'en'].flatMap(language =>
    readdirSync(join(folder, language)).flatMap(file =>
      Object.entries(
        JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Record<string, unknown>,
      ).map(([key, text]) => `${key}: ${JSON.stringify(text)}`),
    ),
  )
  const names = Currency.options.flatMap(currency =>
    listPaymentMethods(currency)
      .filter(({ kind }) => kind === 'cash' || kind === 'transfer')
      .map(({ name }) => name()),
  )
  // The state of a transfer and the method of a sale are shown only if MercadoPago reports them.
  const byReport = /^(pay_by|pay_method|order_transfer_waiting|faq_delivery_transfer)/

  expect(texts.filter(text => names.some(name => new RegExp(`\\b${name}\\b`).test(text)))).toEqual(
    [],
  )
  expect(
    texts.filter(text => /transferencia|bank transfer/i.test(text) && !byReport.test(text)),
  ).toEqual([])
})
