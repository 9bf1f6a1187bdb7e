import { describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { buildContentSecurityPolicy } from './content-security-policy.ts'

const policy = (settings: Record<string, string> = {}, hasVideo = false) =>
  buildContentSecurityPolicy({
    scripts: ['nonce-abc'],
    hasVideo,
    config: readConfig({ APP_ENV: 'test', ...settings }),
  })

describe('the content security policy', () => {
  test('the default policy allows no other origin', () => {
    expect(policy()).not.toContain('http')
    expect(policy()).toContain("frame-src 'none'")
  })

  test('the policy allows reCAPTCHA if it is configured', () => {
    const chosen = policy({
      CAPTCHA_PROVIDER: 'recaptcha',
      CAPTCHA_SITE_KEY: 'public',
      RECAPTCHA_SECRET: 'secret',
    })

    expect(chosen).toMatch(/script-src [^;]*https:\/\/www\.google\.com\/recaptcha\//)
    expect(chosen).toMatch(/frame-src https:\/\/www\.google\.com\/recaptcha\//)
    expect(chosen).toMatch(/connect-src 'self' https:\/\/www\.google\.com\/recaptcha\//)
  })

  test("the policy allows the chat's frame but not its scripts if the chat is configured", () => {
    const chosen = policy({ CHAT_PROPERTY_ID: 'p', CHAT_WIDGET_ID: 'w' })

    expect(chosen).toContain('frame-src https://tawk.to;')
    expect(chosen).toMatch(/script-src 'self' 'nonce-abc';/)
  })

  test('the policy allows images from the configured content delivery network', () => {
    expect(policy({ IMAGES_ORIGIN: 'https://img.shop.example/' })).toContain(
      "img-src 'self' https://img.shop.example data: blob:;",
    )
  })

  test('the policy allows connections to the analytics host if it is configured', () => {
    const chosen = policy({ ANALYTICS_KEY: 'k', ANALYTICS_HOST: 'https://eu.stats.example/x' })

    expect(chosen).toContain("connect-src 'self' https://eu.stats.example;")
  })

  test.each<[string, Record<string, string>]>([
    ['the default settings', {}],
    ['the chat', { CHAT_PROPERTY_ID: 'p', CHAT_WIDGET_ID: 'w' }],
  ])(
    'the policy of a page with a video allows two players more, and nothing else, with %s',
    (_, settings) => {
      const players = 'https://www.youtube-nocookie.com https://player.vimeo.com'
      const chosen = policy(settings, true)

      expect(chosen).toMatch(
        /frame-src [^;]*https:\/\/www\.youtube-nocookie\.com https:\/\/player\.vimeo\.com;/,
      )
      expect(chosen.replace(`src ${players}`, "src 'none'").replace(` ${players}`, '')).toBe(
        policy(settings),
      )
    },
  )

  test('the policy allows inline scripts only with the nonce', () => {
    expect(policy()).toContain("'nonce-abc'")
    expect(policy()).not.toContain('unsafe')
  })
})
