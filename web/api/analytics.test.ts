import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const sentEvents: { url: string; body: Record<string, unknown> }[] = []

beforeEach(() => {
  vi.resetModules()
  sentEvents.length = 0
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    sentEvents.push({ url, body: JSON.parse(body) as Record<string, unknown> })
    return Promise.reject(new Error('no connection'))
  })
})
afterEach(() => vi.unstubAllGlobals())

const start = async (browser: object) => {
  vi.stubGlobal('navigator', browser)
  const analytics = await import('./analytics.ts')
  analytics.startAnalytics({ key: 'project', host: 'https://stats.example' })
  return analytics
}

test('an event is sent to the analytics server, and a failed request is ignored', async () => {
  const { trackEvent } = await start({})

  trackEvent('profile_update', { outcome: 'success' })

  expect(sentEvents).toMatchObject([
    {
      url: 'https://stats.example/i/v0/e/',
      body: { api_key: 'project', event: 'profile_update', properties: { outcome: 'success' } },
    },
  ])
})

test.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])(
  'no event is sent if the browser asks not to be tracked: %o',
  async browser => {
    const { trackEvent } = await start(browser)

    trackEvent('profile_update')

    expect(sentEvents).toEqual([])
  },
)

test('no event is sent before analytics is started', async () => {
  vi.stubGlobal('navigator', {})
  const { trackEvent } = await import('./analytics.ts')

  trackEvent('profile_update')

  expect(sentEvents).toEqual([])
})
