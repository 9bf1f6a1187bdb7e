import { describe, expect, test } from 'vitest'
import { addTouch, readLanding } from './touches.ts'

const DAY_MS = 86_400_000
const SITE = 'https://kiosko.example'
const open = (path: string, referrer = '', type = 'navigate') =>
  readLanding({ name: `${SITE}${path}`, type }, referrer)

describe('the landing of a visitor', () => {
  test('the landing of a visitor has the parameters of the link and the host of its page, and no more of either', () => {
    expect(
      open(
        '/product/7/pan?utm_source=ig&utm_medium=story&utm_campaign=mayo&via=x&fbclid=1',
        'https://l.instagram.com/?u=private',
      ),
    ).toEqual({
      path: '/product/7/pan',
      source: 'ig',
      medium: 'story',
      campaign: 'mayo',
      via: 'x',
      referrer: 'l.instagram.com',
    })
  })

  test('the landing of a visitor does not have the secret link of an order', () => {
    expect(open('/order/secret-token')?.path).toBe('/')
  })

  test('the landing of a visitor is not counted again after a reload, going back or a link of the site itself', () => {
    expect(open('/product/7', '', 'reload')).toBeUndefined()
    expect(open('/product/7', '', 'back_forward')).toBeUndefined()
    expect(open('/product/7', `${SITE}/explore`)).toBeUndefined()
  })

  test('the landing of a visitor is the link to the page before, if that was left before its scripts ran', () => {
    expect(open('/product/7', `${SITE}/profile/ana?via=instagram`)).toMatchObject({
      path: '/profile/ana',
      via: 'instagram',
      referrer: undefined,
    })
  })

  test('the landing of a visitor cuts what is too long', () => {
    const touch = open(`/product/7/${'a'.repeat(500)}?utm_campaign=${'b'.repeat(500)}`)

    expect(touch?.path).toHaveLength(200)
    expect(touch?.campaign).toHaveLength(100)
  })
})

describe('the remembered touches', () => {
  const now = 100 * DAY_MS
  const link = (via: string, days = 0) => ({ at: now - days * DAY_MS, touch: { path: '/', via } })
  const direct = (days = 0) => ({ at: now - days * DAY_MS, touch: { path: '/product/7' } })

  test('the remembered touches are forgotten after seven days', () => {
    expect(addTouch([link('x', 6.9), link('qr', 7)], undefined, now)).toEqual([link('x', 6.9)])
  })

  test('the remembered touches keep the links before a direct visit, and only the last direct visit', () => {
    expect(addTouch([direct(1), link('x', 2)], direct(), now)).toEqual([direct(), link('x', 2)])
  })

  test('the remembered touches keep the host of a link that is read again from the address of the page before', () => {
    const touch = { path: '/', via: 'qr', referrer: 'blog.example' }
    const again = { at: now, touch: { path: '/', via: 'qr' } }

    expect(addTouch([{ at: now - 1, touch }], again, now)).toEqual([{ at: now, touch }])
  })

  test('the remembered touches are five at most, each link once', () => {
    const stored = ['a', 'b', 'c', 'd', 'e'].map(via => link(via, 1))

    expect(addTouch(stored, link('c'), now)).toEqual([
      link('c'),
      ...['a', 'b', 'd', 'e'].map(via => link(via, 1)),
    ])
    expect(addTouch(stored, link('f'), now)).toHaveLength(5)
  })
})
