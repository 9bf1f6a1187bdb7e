import ipaddr from 'ipaddr.js'

/** The length in bits of an IPv6 prefix that one household shares. */
const IPV6_PREFIX_BITS = 64
/** The lengths in bits of the prefixes that one customer of a hosting company or a provider often has. */
const NETWORK_BITS = { ipv4: 24, ipv6: 48 }

/**
 * Returns the key under which the requests of an IP address are counted: an IPv4 address itself, the /64 prefix of an
 * IPv6 address, and the IPv4 address of an IPv4-mapped IPv6 address.
 */
export function toIpAddressKey(ip: string): string {
  // Most addresses are IPv4 and are returned unparsed, since parsing takes longer than all other work of counting a
  // request.
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/${IPV6_PREFIX_BITS}`).toString()
}

/**
 * Returns the key under which the requests of a network are counted, so that nobody multiplies a limit by the addresses
 * of one network: the /24 prefix of an IPv4 address, or the /48 prefix of an IPv6 address.
 */
export function toNetworkKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  const kind = address.kind()
  const cidr = `${address.toString()}/${NETWORK_BITS[kind]}`
  const family = kind === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  return `${family.networkAddressFromCIDR(cidr).toString()}/${NETWORK_BITS[kind]}`
}
