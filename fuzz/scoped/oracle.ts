/**
 * Who may see what, once more and by other means than the product: plain loops over plain rows, from what docs/security.md,
 * docs/metrics.md and the decision on roles for some cinemas say. Nothing here is shared with the product.
 */
export type Row = Record<string, unknown>
/** Rows by table, as their owner reads them. */
export type World = Record<string, readonly Row[]>
/** A role that somebody has: for the whole chain, or in states and at cinemas. */
export type Held = { permissions: readonly string[]; places: 'chain' | { states: number[]; cinemas: string[] } }
export type Person = {
  id: number
  held: readonly Held[]
  /** No admin: a superadmin or an editor. */ isAbove?: boolean
}
/** All there is, what belongs to no cinema among it, or what belongs to these. */
export type Seen = 'all' | ReadonlySet<string>

/** What belongs to cinemas. */
const OF_CINEMAS = new Set(
  'analytics customers kids-club points cubes concessions edible product events tickets payment-logs refunds audit'.split(
    ' ',
  ),
)
/** What all cinemas share: seen with a role for some, changed with one for all. */
const SHARED = new Set(['movies', 'catalogue', 'tiers', 'categories'])
const ANYWHERE = new Set(['media', 'admins'])

/** Everything does not include to manage people; to change or to export is to see as well. */
export const has = ({ permissions }: Held, one: string): boolean => {
  const [area, verb] = one.split(':')
  const given = [one, ...(verb === 'read' ? [`${area}:write`, `${area}:export`] : [])]
  return given.some((each) => permissions.includes(each)) || (one !== 'admins:write' && permissions.includes('*'))
}

export const customerKey = (id: unknown) => Number(id)
const emailOf = (row: Row) => String(row.buyer_email).trim().toLowerCase()
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export function oracle(world: World, isShared: boolean) {
  const rows = (table: string) => world[table] ?? []
  const indexed = (table: string, key: string) => new Map(rows(table).map((row) => [String(row[key]), row]))
  const cubes = indexed('cubes', 'id')
  const purchases = indexed('purchases', 'id')
  const refunds = indexed('refunds', 'id')
  const entries = indexed('payment_entries', 'id')
  const products = indexed('cinema_products', 'id')
  const deals = indexed('combo_deals', 'id')
  const stateOf = new Map(rows('cinemas').map((row) => [String(row.id), Number(row.state_id)]))

  /** Where a customer has bought, and the cinema that they call theirs. */
  const ofCustomer = new Map<number, Set<string>>()
  const add = (customer: unknown, cinema: unknown) => {
    if (customer === null || cinema === null) return
    const known = ofCustomer.get(Number(customer)) ?? new Set()
    ofCustomer.set(Number(customer), known.add(String(cinema)))
  }
  for (const { id, default_cinema_id: home } of rows('customers')) add(id, home)
  for (const { customer_id: customer, cinema_id: cinema } of rows('purchases')) add(customer, cinema)
  /** A payment is where all was bought that was paid with it; what several share, or none, is the chain's. */
  const ofPayment = new Map<string, Set<string | null>>()
  for (const { payment_reference: reference, cinema_id: cinema } of rows('purchases'))
    if (typeof reference === 'string')
      ofPayment.set(reference, (ofPayment.get(reference) ?? new Set()).add(cinema as string | null))

  /** The cinemas of a row, none of which is the chain's; undefined of a table that nothing is known of. */
  function cinemasOf(table: string, row: Row | undefined): readonly string[] {
    if (!row) return []
    const one = (cinema: unknown) => (typeof cinema === 'string' ? [cinema] : [])
    if (typeof row.cinema_id === 'string' && table !== 'payment_entries') return [row.cinema_id]
    if (table === 'cube_bookings') return one(cubes.get(String(row.cube_id))?.cinema_id)
    if (table === 'purchase_lines' || table === 'refunds') return one(purchases.get(String(row.purchase_id))?.cinema_id)
    if (table === 'refund_lines') return cinemasOf('refunds', refunds.get(String(row.refund_id)))
    if (table === 'customers') return [...(ofCustomer.get(Number(row.id)) ?? [])]
    if (['kids_club_members', 'loyalty_members', 'points_ledger', 'customer_notes'].includes(table))
      return [...(ofCustomer.get(Number(row.customer_id)) ?? [])]
    if (table === 'payment_entries') {
      const at = [...(ofPayment.get(String(row.reference)) ?? [])]
      return at.length === 1 ? one(at[0]) : []
    }
    if (table === 'reconciliation_mismatches') return cinemasOf('payment_entries', entries.get(String(row.entry_id)))
    if (table === 'combo_deals') return one(products.get(String(row.cinema_product_id))?.cinema_id)
    if (table === 'combo_items') return cinemasOf('combo_deals', deals.get(String(row.combo_id)))
    if (table === 'cinemas') return [String(row.id)]
    return []
  }

  const cinemasIn = ({ places }: Held) =>
    places === 'chain'
      ? []
      : [...stateOf].flatMap(([id, state]) =>
          places.states.includes(state) || places.cinemas.includes(id) ? [id] : [],
        )
  /** Where somebody has a permission. */
  function reach(person: Person, permission: string): Seen {
    const theirs = person.held.filter((held) => has(held, permission))
    if (theirs.some(({ places }) => places === 'chain')) return 'all'
    return new Set(theirs.flatMap(cinemasIn))
  }
  /** Where they have anything at all. */
  const anywhere = (person: Person): Seen =>
    person.held.some(({ places }) => places === 'chain') ? 'all' : new Set(person.held.flatMap(cinemasIn))
  const within = (seen: Seen, cinemas: readonly string[], table: string) =>
    seen === 'all' ||
    (cinemas.length > 0 &&
      (table === 'customers' ? cinemas.some((one) => seen.has(one)) : cinemas.every((one) => seen.has(one))))
  const OF_CUSTOMERS = new Set(['customers', 'kids_club_members', 'loyalty_members', 'points_ledger', 'customer_notes'])
  /** Whether a row is one that is seen, or may be changed, at these cinemas. */
  const isAt = (seen: Seen, table: string, row: Row | undefined) =>
    row !== undefined && within(seen, cinemasOf(table, row), OF_CUSTOMERS.has(table) ? 'customers' : table)
  /** Customers, and what is theirs, are shown to all who see any, where the chain shares them. */
  const shows = (seen: Seen, table: string, row: Row | undefined) =>
    row !== undefined && ((isShared && OF_CUSTOMERS.has(table)) || isAt(seen, table, row))

  /** Whether somebody may make a call at all, as far as its permissions say. */
  function mayCall(person: Person, { may, reach: whole }: { may: string | readonly string[]; reach?: string }) {
    return [may].flat().every((one) => {
      if (one === 'public' || one === 'session' || one === 'person') return true
      if (!one.includes(':')) return false
      const at = person.held.filter((held) => has(held, one))
      if (at.some(({ places }) => places === 'chain')) return true
      const [area, verb] = one.split(':') as [string, string]
      const counts = OF_CINEMAS.has(area) || ANYWHERE.has(area) || (SHARED.has(area) && verb !== 'write')
      return at.length > 0 && counts && whole !== 'chain'
    })
  }

  /** Whether each right of somebody is one that another has in the same place, with the right over people there. */
  function covers(person: Person, other: Person, verb: 'read' | 'write'): boolean {
    const hasAt = (permission: string, place: { state: number } | { cinema: string } | 'chain') =>
      person.held.some((held) => {
        if (permission === '*' ? !held.permissions.includes('*') : !has(held, permission)) return false
        if (held.places === 'chain') return true
        if (place === 'chain') return false
        return 'state' in place ? held.places.states.includes(place.state) : cinemasIn(held).includes(place.cinema)
      })
    return (other.held.length ? other.held : [{ permissions: [], places: 'chain' } as Held]).every(
      ({ permissions, places }) => {
        const each =
          places === 'chain'
            ? (['chain'] as const)
            : [...places.states.map((state) => ({ state })), ...places.cinemas.map((cinema) => ({ cinema }))]
        return each.every((place) => [`admins:${verb}`, ...permissions].every((one) => hasAt(one, place)))
      },
    )
  }

  const dayOf = (at: unknown) => new Date(Date.parse(String(at)) + 3600_000).toISOString().slice(0, 10)
  /** Figures of purchases at these cinemas: quantities, and kobo; refunds are taken off on their own day. */
  function sales(seen: Seen, { from, until }: { from: string; until: string }) {
    const sum = { tickets: 0, ticketKobo: 0, concessionKobo: 0, transactions: 0, onlineKobo: 0, kobo: 0 }
    const isIn = (row: Row, at: unknown) => isAt(seen, 'purchases', row) && dayOf(at) >= from && dayOf(at) <= until
    const count = (line: Row, sign: 1 | -1) => {
      sum.kobo += sign * Number(line.kobo)
      if (line.kind === 'concession') sum.concessionKobo += sign * Number(line.kobo)
      if (line.kind !== 'ticket') return
      sum.tickets += sign * Number(line.quantity)
      sum.ticketKobo += sign * Number(line.kobo)
    }
    const isOnline = (row: Row) => row.channel === 'web' || row.channel === 'mobile'
    for (const row of rows('purchases')) {
      if (!isIn(row, row.at)) continue
      sum.transactions++
      if (isOnline(row)) sum.onlineKobo += Number(row.kobo)
    }
    for (const line of rows('purchase_lines')) {
      const bought = purchases.get(String(line.purchase_id))!
      if (isIn(bought, bought.at)) count(line, 1)
    }
    for (const row of rows('refunds')) {
      const bought = purchases.get(String(row.purchase_id))!
      if (isIn(bought, row.at) && isOnline(bought)) sum.onlineKobo -= Number(row.kobo)
    }
    for (const line of rows('refund_lines')) {
      const refund = refunds.get(String(line.refund_id))!
      if (isIn(purchases.get(String(refund.purchase_id))!, refund.at)) count(line, -1)
    }
    return sum
  }
  /** Guests by their address, with the lines that they bought there. */
  function guests(seen: Seen) {
    const found = new Map<string, number>()
    const of = new Map(
      rows('purchases')
        .filter((row) => row.customer_id === null && emailOf(row) !== '' && isAt(seen, 'purchases', row))
        .map((row) => [String(row.id), emailOf(row)]),
    )
    for (const email of of.values()) found.set(email, 0)
    for (const { purchase_id: id } of rows('purchase_lines')) {
      const email = of.get(String(id))
      if (email) found.set(email, found.get(email)! + 1)
    }
    return found
  }

  return {
    world,
    isShared,
    rows,
    cinemasOf,
    reach,
    anywhere,
    isAt,
    shows,
    mayCall,
    covers,
    sales,
    guests,
    dayOf,
    purchases,
    textOf,
  }
}
export type Oracle = ReturnType<typeof oracle>

/** A word that says whose a text is. */
export const MARK = /zq[a-z]{8}/g

/** By each mark the rows that have it: it may be read by whoever sees one of them. */
export function marksIn(world: World): Map<string, { table: string; row: Row }[]> {
  const found = new Map<string, { table: string; row: Row }[]>()
  for (const [table, rows] of Object.entries(world))
    for (const row of rows)
      for (const value of Object.values(row))
        if (typeof value === 'string')
          for (const [mark] of value.matchAll(MARK)) {
            const known = found.get(mark) ?? []
            known.push({ table, row })
            found.set(mark, known)
          }
  return found
}
