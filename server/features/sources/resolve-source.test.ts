import { describe, expect, test } from 'vitest'
import type { Touch } from '#contract/orders/touches.ts'
import { type LandingOwner, resolveSource } from './resolve-source.ts'

const OWNERS: Record<string, LandingOwner> = {
  '/product/1': 'seller',
  '/profile/ana': 'seller',
  '/product/2': 'other_seller',
  '/': 'marketplace',
}
const resolve = (...touches: Touch[]) => resolveSource(touches, path => OWNERS[path]!)
const onProduct = (touch: Omit<Touch, 'path'> = {}): Touch => ({ path: '/product/1', ...touch })

describe('the source of a link', () => {
  test.each([
    [{ referrer: 'l.instagram.com' }, 'instagram'],
    [{ referrer: 'com.whatsapp' }, 'whatsapp'],
    [{ referrer: 'www.google.com.ar' }, 'google'],
    [{ referrer: 'mail.google.com' }, 'email'],
    [{ referrer: 't.co' }, 'x'],
    [{ referrer: 'lm.facebook.com' }, 'facebook'],
    [{ referrer: 'web.telegram.org' }, 'telegram'],
    [{ referrer: 'm.youtube.com' }, 'youtube'],
    [{ referrer: 'www.mi-blog.com.ar' }, 'mi-blog.com.ar'],
    [{ referrer: 'notinstagram.com' }, 'notinstagram.com'],
    [{ source: 'IG' }, 'instagram'],
    [{ source: 'Boletín\u200B de  MAYO' }, 'boletín de mayo'],
    [{ source: 'www.tiktok.com' }, 'tiktok'],
    [{ via: 'whatsapp', referrer: 'l.instagram.com' }, 'whatsapp'],
    [{ source: 'newsletter', via: 'whatsapp' }, 'newsletter'],
    [{ via: 'button', referrer: 'blog.example' }, 'blog.example'],
    [{ via: 'button' }, 'button'],
    [{ via: 'qr' }, 'qr'],
    [{ campaign: 'invierno' }, 'other'],
    [{ source: 'ana@mail.test' }, 'direct'],
    [{ source: '\u0000 ' }, 'direct'],
    [{}, 'direct'],
  ])('%o is %s', (link, source) => {
    expect(resolve(onProduct(link))).toMatchObject({ source })
  })

  test('the source of a link keeps its medium, its campaign and the host of the page', () => {
    expect(
      resolve(
        onProduct({
          source: 'Instagram',
          medium: 'Story',
          campaign: 'Invierno 26',
          referrer: 'l.instagram.com',
        }),
      ),
    ).toEqual({
      source: 'instagram',
      medium: 'story',
      campaign: 'invierno 26',
      referrerHost: 'l.instagram.com',
    })
  })
})

describe('the last touch', () => {
  const instagram = onProduct({ via: 'instagram' })
  const tiktok = onProduct({ via: 'tiktok' })
  const othersLink: Touch = { path: '/product/2', source: 'facebook', campaign: 'secret' }

  test.each<[string, Touch[], string | undefined]>([
    ['the newest of two links', [tiktok, instagram], 'tiktok'],
    ['a link before a direct visit', [onProduct(), instagram], 'instagram'],
    [
      'a link before the return from the payment page',
      [{ path: '/', referrer: 'www.mercadopago.com.ar' }, instagram],
      'instagram',
    ],
    ["a link to another seller's page never counts", [othersLink, instagram], 'instagram'],
    ["a visit by way of another seller's page", [othersLink], 'marketplace'],
    ['a visit that began at the marketplace', [{ path: '/' }], 'marketplace'],
    [
      'a search engine that led to the marketplace',
      [{ path: '/', referrer: 'www.bing.com' }],
      'bing',
    ],
    [
      'nothing but a return from the payment page',
      [{ path: '/', referrer: 'www.mercadopago.com' }],
      undefined,
    ],
    ['nothing at all', [], undefined],
  ])('the last touch is %s', (_, touches, source) => {
    expect(resolve(...touches)?.source).toBe(source)
  })
})
