/** Scheme and user, hosts with their ports, and the rest, as libpq has them. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s

/** One address for each of its hosts; those of the same database stand in one address, parted by commas. */
export function addressesOf(address: string): string[] {
  const [, head, hosts, rest] = PARTS.exec(address) ?? []
  if (hosts === undefined) return [address]
  return hosts.split(',').map((host) => `${head}${host}${rest}`)
}

/** With the password that is given beside it. */
export const withPassword = (address: string, password: string): string =>
  address.replace(
    /^(\w+:\/\/)(?:([^:/?#@]*)(?::[^/?#]*)?@)?/,
    (_, scheme: string, user = '') => `${scheme}${user}:${encodeURIComponent(password)}@`,
  )

/** Where it is, without who signs in there. */
export function placeOf(address: string): string {
  const { hostname, port, searchParams } = new URL(address)
  return `${searchParams.get('host') ?? decodeURIComponent(hostname)}:${port || 5432}`
}
