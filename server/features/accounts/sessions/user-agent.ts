import Bowser from 'bowser'
import { addressKey } from '#server/http/rate-limit/address-key.ts'

/** A device as far as its browser tells: `Chrome`, `Windows`; null where it tells nothing. */
export interface Device {
  browser: string | null
  system: string | null
}

/** Reads a User-Agent. What is no browser (a script, an empty header) has no names. */
export function parseUserAgent(userAgent: string | null): Device {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent)
  return { browser: browser.name || null, system: os.name || null }
}

/**
 * A network address without its last part, which tells where somebody was but not which machine:
 * `203.0.113.x`, or the first three groups of an IPv6 address (of its /64 as well, as `addressKey` gives it).
 */
export function maskIp(ip: string): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/, '')
  if (!address.includes(':')) return address.replace(/\.\d+$/, '.x')
  return `${addressKey(address).split(':').slice(0, 3).join(':')}:x`
}
