import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'

const policy = (settings: Record<string, string> = {}) =>
  contentSecurityPolicy({
    scripts: ['nonce-abc'],
    config: readConfig({ APP_ENV: 'test', ...settings }),
  })

describe('what a page may load', () => {
  test('without settings that say so, nothing is from elsewhere', () => {
    expect(policy()).not.toContain('http')
    expect(policy()).toContain("frame-src 'none'")
  })

  test('reCAPTCHA, where it is chosen', () => {
    const chosen = policy({
      CAPTCHA_PROVIDER: 'recaptcha',
      CAPTCHA_SITE_KEY: 'public',
      RECAPTCHA_SECRET: 'secret',
    })

    expect(chosen).toMatch(/script-src [^;]*https:\/\/www\.google\.com\/recaptcha\//)
    expect(chosen).toMatch(/frame-src https:\/\/www\.google\.com\/recaptcha\//)
    expect(chosen).toMatch(/connect-src 'self' https:\/\/www\.google\.com\/recaptcha\//)
  })

  test("the chat's frame, where its ids are set, and none of its scripts", () => {
    const chosen = policy({ CHAT_PROPERTY_ID: 'p', CHAT_WIDGET_ID: 'w' })

    expect(chosen).toContain('frame-src https://tawk.to;')
    expect(chosen).toMatch(/script-src 'self' 'nonce-abc';/)
  })

  test("the analytics' address, where it is set", () => {
    const chosen = policy({ ANALYTICS_KEY: 'k', ANALYTICS_HOST: 'https://eu.stats.example/x' })

    expect(chosen).toContain("connect-src 'self' https://eu.stats.example;")
  })

  test('never a script in the page without its nonce', () => {
    expect(policy()).toContain("'nonce-abc'")
    expect(policy()).not.toContain('unsafe')
  })
})
