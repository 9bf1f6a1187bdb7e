import Bowser from 'bowser'
import ipaddr from 'ipaddr.js'

/** Browser and operating system, such as `Chrome` and `Windows`; null if unknown. */
export interface ParsedUserAgent {
  browser: string | null
  system: string | null
}

/** Parses a User-Agent header. Both names are null if it does not come from a browser. */
export function parseUserAgent(userAgent: string | null): ParsedUserAgent {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent)
  return { browser: browser.name || null, system: os.name || null }
}

/**
 * Masks an IP address, so that it shows the network but not the machine: `203.0.113.x`, or the first three groups of an
 * IPv6 address, `2001:db8:1:x`.
 */
export function maskIp(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  const separator = address.kind() === 'ipv4' ? '.' : ':'
  const groups = address.toNormalizedString().split(separator)
  return [...groups.slice(0, 3), 'x'].join(separator)
}
