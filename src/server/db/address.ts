/** Scheme with user, hosts with ports, and the rest, as in libpq. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s

/** Splits an address with comma-separated hosts of one database into an address for each host. */
export function addressesOf(address: string): string[] {
  const [, head, hosts, rest] = PARTS.exec(address) ?? []
  if (hosts === undefined) return [address]
  return hosts.split(',').map((host) => `${head}${host}${rest}`)
}

/** Adds a separate password to an address. */
export const withPassword = (address: string, password: string): string =>
  address.replace(
    /^(\w+:\/\/)(?:([^:/?#@]*)(?::[^/?#]*)?@)?/,
    (_, scheme: string, user = '') => `${scheme}${user}:${encodeURIComponent(password)}@`,
  )

/** Returns host, port and database, without credentials. */
export function placeOf(address: string): string {
  const { hostname, port, searchParams } = new URL(address)
  return `${searchParams.get('host') ?? decodeURIComponent(hostname)}:${port || 5432}`
}
