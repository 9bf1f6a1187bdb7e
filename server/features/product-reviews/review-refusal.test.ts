import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/core/time.ts'
import { type ReviewedPurchase, findReviewRefusal, isSameMailbox } from './review-refusal.ts'

const NOW = new Date('2026-11-23T15:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

/** A file that was bought and downloaded today. */
const DOWNLOADED: ReviewedPurchase = {
  saleState: 'approved',
  isRefunded: false,
  isWithdrawn: false,
  isOwnProduct: false,
  isProductDeleted: false,
  isHidden: false,
  deliveredAt: daysAgo(0),
  isDownloaded: true,
}

describe('a bought item', () => {
  test.each<[string, Partial<ReviewedPurchase>, string | null]>([
    ['that was downloaded', {}, null],
    ['that was not downloaded yet', { isDownloaded: false }, 'not_downloaded'],
    [
      'that was delivered almost three days ago and not downloaded',
      { isDownloaded: false, deliveredAt: new Date(daysAgo(3).getTime() + 1) },
      'not_downloaded',
    ],
    [
      'that was delivered three days ago and not downloaded',
      { isDownloaded: false, deliveredAt: daysAgo(3) },
      null,
    ],
    ['that was delivered a year ago', { deliveredAt: daysAgo(365) }, null],
    [
      'that was delivered more than a year ago',
      { deliveredAt: new Date(daysAgo(365).getTime() - 1) },
      'too_late',
    ],
    ['that waits for a voucher', { saleState: 'pending', deliveredAt: null }, 'not_delivered'],
    ['that nobody tried to pay', { saleState: null, deliveredAt: null }, 'not_delivered'],
    ['of an order on hold', { deliveredAt: null }, 'not_delivered'],
    ['of an order in review', { saleState: 'review' }, 'not_delivered'],
    ['that was refunded with its order', { saleState: 'refunded' }, 'refunded'],
    ['that was refunded as a part of its order', { isRefunded: true }, 'refunded'],
    ['that was charged back', { saleState: 'charged_back' }, 'charged_back'],
    ['from which the buyer has withdrawn', { isWithdrawn: true }, 'withdrawn'],
    [
      'whose refund after the withdrawal was made',
      { isWithdrawn: true, saleState: 'refunded' },
      'refunded',
    ],
    ['that the seller bought', { isOwnProduct: true }, 'own_product'],
    [
      'that the seller bought and got refunded',
      { isOwnProduct: true, saleState: 'refunded' },
      'own_product',
    ],
    ['whose product was deleted', { isProductDeleted: true }, 'product_deleted'],
    ['whose review was hidden', { isHidden: true }, 'hidden'],
  ])('a bought item %s', (_, changes, refusal) => {
    expect(findReviewRefusal({ ...DOWNLOADED, ...changes }, NOW)).toBe(refusal)
  })
})

describe('two addresses', () => {
  test.each([
    ['ana@mail.test', 'ana@mail.test', true],
    ['ana@mail.test', 'ANA@mail.test', true],
    ['ana@mail.test', 'ana+compras@mail.test', true],
    ['ana+a@mail.test', 'ana+b@mail.test', true],
    ['ana@mail.test', 'ana@other.test', false],
    ['ana@mail.test', 'anamail@mail.test', false],
    ['', 'ana@mail.test', false],
  ])('the addresses %s and %s', (one, other, isSame) => {
    expect(isSameMailbox(one, other)).toBe(isSame)
  })
})
