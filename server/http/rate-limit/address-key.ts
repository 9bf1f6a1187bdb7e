import ipaddr from 'ipaddr.js'

/** Bits of an IPv6 address that one household has in common. */
const IPV6_PREFIX_BITS = 64

/** What an address is counted as: IPv4 by itself, IPv6 by its /64, an IPv4-mapped IPv6 address as IPv4. */
export function addressKey(ip: string): string {
  // Most are IPv4, and parsing takes longer than all else that is done to count one.
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${IPV6_PREFIX_BITS}`).toString()
}
