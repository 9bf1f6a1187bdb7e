import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'

const ours = readConfig({ APP_ENV: 'test' })
const google = readConfig({
  APP_ENV: 'test',
  CAPTCHA_PROVIDER: 'recaptcha',
  CAPTCHA_SITE_KEY: 'public',
  RECAPTCHA_SECRET: 'secret',
})
const policy = (url: string, config = ours) => contentSecurityPolicy({ nonce: 'abc', url, config })

describe('what a page may load', () => {
  test.each(['/', '/login', '/dashboard/security', '/order'])(
    'on %s nothing is from elsewhere',
    url => expect(policy(url)).not.toContain('https:'),
  )

  test.each([
    '/login',
    '/register?returnTo=/',
    '/recover',
    '/reset/x',
    '/set/x',
    '/notverified',
    '/order',
    '/dashboard/security',
  ])('where reCAPTCHA is chosen, its script is let in on %s', url => {
    expect(policy(url, google)).toMatch(/script-src [^;]*https:\/\/www\.google\.com\/recaptcha\//)
    expect(policy(url, google)).toMatch(/frame-src https:\/\/www\.google\.com\/recaptcha\//)
  })

  test.each(['/', '/product/7', '/profile/ana', '/explore', '/logins', '/ordering'])(
    'and on %s it is not',
    url => expect(policy(url, google)).not.toContain('https:'),
  )

  test.each(['/', '/login'])('never a script in the page without its nonce: %s', url => {
    expect(policy(url, google)).toContain("'nonce-abc'")
    expect(policy(url, google)).not.toMatch(/unsafe|\*/)
  })
})
