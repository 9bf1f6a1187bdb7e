import { describe, expect, test } from 'vitest'
import { type ChangedOrder, type Requester, decideChange } from './change-rules.ts'

const REQUESTERS: Requester[] = ['browser', 'link', 'seller', 'admin']
const order = (fields: Partial<ChangedOrder>): ChangedOrder => ({
  state: 'approved',
  isHeld: false,
  hasAddress: true,
  isDownloaded: false,
  ...fields,
})

describe('who must agree to a change of the email address of an order', () => {
  test.each<[string, Partial<ChangedOrder>, string, string, string, string]>([
    // the order, its fields, and who must agree if the browser, the link, the seller or an admin changes it
    ['that is not paid', { state: 'open' }, 'new', 'both', 'new', 'new'],
    ['that has expired', { state: 'expired' }, 'new', 'both', 'new', 'new'],
    ['that is paid', {}, 'new', 'both', 'new', 'new'],
    ['that was downloaded', { isDownloaded: true }, 'new', 'both', 'both', 'new'],
    ['that is on hold', { isHeld: true }, 'none', 'none', 'none', 'new'],
    ['in review', { state: 'review' }, 'none', 'none', 'none', 'new'],
    ['in review and on hold', { state: 'review', isHeld: true }, 'none', 'none', 'none', 'new'],
    ['that was refunded', { state: 'refunded' }, 'none', 'none', 'none', 'none'],
    ['whose payment is disputed', { state: 'charged_back' }, 'none', 'none', 'none', 'none'],
    ['without an address', { state: 'expired', hasAddress: false }, 'none', 'none', 'none', 'none'],
  ])('the change of the email address of an order %s', (_, fields, ...expected) => {
    const names = { new_address: 'new', both_addresses: 'both', refused: 'none' }

    const rules = REQUESTERS.map(requester => names[decideChange(requester, order(fields))])

    expect(rules).toEqual(expected)
  })
})
