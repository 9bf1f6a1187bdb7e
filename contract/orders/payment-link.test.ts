import { describe, expect, test } from 'vitest'
import {
  buildPaymentLinkPath,
  parsePaymentLinkIds,
  parsePaymentLinkQuery,
  type PaymentLink,
} from './payment-link.ts'

describe('the path of a payment link', () => {
  test.each<[PaymentLink, string]>([
    [{ ids: [7] }, '/comprar/7'],
    [{ ids: [7, 9] }, '/comprar/7,9'],
    [{ ids: [7], price: 9000 }, '/comprar/7?precio=9000'],
    [{ ids: [7], tag: 'button' }, '/comprar/7?via=button'],
    [{ ids: [7], price: 9000, tag: 'qr' }, '/comprar/7?precio=9000&via=qr'],
  ])('the path of a payment link of %j is %s, and is read as the same', (link, path) => {
    const { pathname, searchParams } = new URL(path, 'http://page')

    expect(buildPaymentLinkPath(link)).toBe(path)
    expect(parsePaymentLinkIds(pathname.slice('/comprar/'.length))).toEqual(link.ids)
    expect(parsePaymentLinkQuery(searchParams)).toEqual({
      price: link.price,
      entry: link.tag ?? 'link',
    })
  })
})

describe('the ids of a payment link', () => {
  test.each([
    ['7', [7]],
    ['7,9,7', [7, 9]],
    ['7, 9', [7, 9]],
    ['2147483647', [2_147_483_647]],
  ])('the ids of a payment link are read from %j', (text, ids) =>
    expect(parsePaymentLinkIds(text)).toEqual(ids),
  )

  test.each(['', ',', '7,', '0', '-7', '7.5', '1e3', '2147483648', 'pan', '7;9', '７'])(
    'the ids of a payment link are not read from %j',
    text => expect(parsePaymentLinkIds(text)).toBeUndefined(),
  )
})

describe('the parameters of a payment link', () => {
  test.each([
    ['precio=1', 1],
    ['precio=1000000', 1_000_000],
    ['precio=1000001', undefined],
    ['precio=0', undefined],
    ['precio=-5', undefined],
    ['precio=9.000', undefined],
    ['precio=1e5', undefined],
    ['precio=', undefined],
    ['precio=9000&precio=1', 9000],
  ])('the parameters of a payment link propose by %s the price %j', (query, price) =>
    expect(parsePaymentLinkQuery(new URLSearchParams(query)).price).toBe(price),
  )

  test.each([
    ['', 'link'],
    ['via=button', 'button'],
    ['via=qr', 'qr'],
    ['via=cart', 'link'],
    ['via=page', 'link'],
    ['via=BUTTON', 'link'],
  ])('the parameters of a payment link tell by %j the entry %s', (query, entry) =>
    expect(parsePaymentLinkQuery(new URLSearchParams(query)).entry).toBe(entry),
  )
})
