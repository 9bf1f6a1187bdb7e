import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const sent: { url: string; body: Record<string, unknown> }[] = []

beforeEach(() => {
  vi.resetModules()
  sent.length = 0
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  vi.stubGlobal('fetch', (url: string, { body }: { body: string }) => {
    sent.push({ url, body: JSON.parse(body) as Record<string, unknown> })
    return Promise.reject(new Error('nobody there'))
  })
})
afterEach(() => vi.unstubAllGlobals())

const start = async (browser: object) => {
  vi.stubGlobal('navigator', browser)
  const analytics = await import('./analytics.ts')
  analytics.startAnalytics({ key: 'project', host: 'https://stats.example' })
  return analytics
}

test('an event goes to the project’s address, and a failure of it is nobody’s', async () => {
  const { track } = await start({})

  track('profile_update', { outcome: 'success' })

  expect(sent).toMatchObject([
    {
      url: 'https://stats.example/i/v0/e/',
      body: { api_key: 'project', event: 'profile_update', properties: { outcome: 'success' } },
    },
  ])
})

test.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])(
  'a browser that asks not to be followed is not: %o',
  async browser => {
    const { track } = await start(browser)

    track('profile_update')

    expect(sent).toEqual([])
  },
)

test('before it has begun nothing is sent', async () => {
  vi.stubGlobal('navigator', {})
  const { track } = await import('./analytics.ts')

  track('profile_update')

  expect(sent).toEqual([])
})
