import ipaddr from 'ipaddr.js'

/** The length of the IPv6 prefix that one household shares. */
const IPV6_PREFIX_BITS = 64

/**
 * Returns the key under which an IP address is counted: IPv4 by itself, IPv6 by its /64 prefix, and an IPv4-mapped
 * IPv6 address as IPv4.
 */
export function toAddressKey(ip: string): string {
  // Most addresses are IPv4, and parsing them would take longer than all other work of counting.
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${IPV6_PREFIX_BITS}`).toString()
}
