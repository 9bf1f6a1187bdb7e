import Bowser from 'bowser'
import ipaddr from 'ipaddr.js'

/** The browser and operating system that a User-Agent header names, such as `Chrome` and `Windows`; null if unknown. */
export interface ParsedUserAgent {
  browser: string | null
  system: string | null
}

/** Parses a User-Agent header. Browser and operating system are null if the header does not come from a browser. */
export function parseUserAgent(userAgent: string | null): ParsedUserAgent {
  if (!userAgent) return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent)
  return { browser: browser.name || null, system: os.name || null }
}

/**
 * Masks an IP address, so that it shows the network but not the machine: IPv4 as `203.0.113.x`, IPv6 by its first three
 * groups as `2001:db8:1:x`.
 */
export function maskIp(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  const separator = address.kind() === 'ipv4' ? '.' : ':'
  const groups = address.toNormalizedString().split(separator)
  return [...groups.slice(0, 3), 'x'].join(separator)
}
