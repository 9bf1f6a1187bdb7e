import { describe, expect, test } from 'vitest'
import { maskIp, parseUserAgent } from './user-agent.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

describe('parseUserAgent', () => {
  test.each([
    [FIREFOX, 'Firefox', 'Linux'],
    [IPHONE, 'Safari', 'iOS'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
      'Microsoft Edge',
      'Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
      'Chrome',
      'Android',
    ],
    ['node', null, null],
    ['', null, null],
    ['<script>alert(1)</script>', null, null],
  ])('the User-Agent %j is parsed as browser %j on %j', (userAgent, name, system) =>
    expect(parseUserAgent(userAgent)).toEqual({ browser: name, system }),
  )
})

describe('maskIp', () => {
  test.each([
    ['203.0.113.7', '203.0.113.x'],
    ['::ffff:203.0.113.7', '203.0.113.x'],
    ['2001:db8:1:2::', '2001:db8:1:x'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:x'],
    ['2001:db8::1', '2001:db8:0:x'],
  ])('the IP address %s is masked as %s', (ip, place) => expect(maskIp(ip)).toBe(place))
})
