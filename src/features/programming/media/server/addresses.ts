import { BlockList, isIP } from 'node:net'

/** What is not handed to the public (IANA special-purpose registries), with multicast and what is reserved. */
const V4_SPECIAL = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // The agent of the host in Azure, in the midst of public addresses.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/**
 * Of IPv6 only this is public at all: outside of it are loopback, unspecified, link-local, unique local, multicast, NAT64
 * (64:ff9b::/96) and addresses that stand for IPv4 ones (::ffff:0:0/96).
 */
const V6_GLOBAL = ['2000::/3']
/** IETF protocols with Teredo and ORCHID, documentation, 6to4 (which leads to any IPv4 address), documentation. */
const V6_SPECIAL = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const listOf = (ranges: readonly string[], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList()
  for (const range of ranges) {
    const [net, bits] = range.split('/') as [string, string]
    list.addSubnet(net, Number(bits), family)
  }
  return list
}
const v4Special = listOf(V4_SPECIAL, 'ipv4')
const v6Global = listOf(V6_GLOBAL, 'ipv6')
const v6Special = listOf(V6_SPECIAL, 'ipv6')

/** Whether an IP address is one of the public internet; anything that is no plain address is not. */
export const isPublicAddress = (ip: string): boolean => {
  const family = isIP(ip)
  if (family === 4) return !v4Special.check(ip, 'ipv4')
  if (family === 6) return !ip.includes('%') && v6Global.check(ip, 'ipv6') && !v6Special.check(ip, 'ipv6')
  return false
}
