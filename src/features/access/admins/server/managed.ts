import {
  excessText,
  excessOf,
  type AssignedRole,
  type Managed,
  type Manager,
  type Place,
} from '#contract/delegation.ts'
import { canBeAtCinemas, withChainRights, isSuperadmin, refusal } from '#contract/permissions.ts'
import { allCinemas } from '#features/programming/cinemas/server/public.ts'
import { assignedRoleOf, managedAccounts } from '#server/auth/assigned-roles.ts'
import { admins, roles } from '#server/auth/tables.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { forbidden } from '#server/http/problem.ts'
import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { AdminCinemaRole } from '../contract.ts'
import { messages } from '../rules.ts'

/** Who may see and manage whom, by the one rule for it (src/contract/delegation.ts). */

type Me = Manager & { id: number }

/** The people whom somebody sees. Every list of people asks for them, so that none forgets it. */
export class Seen {
  readonly #ids: readonly number[] | 'all'
  readonly #whyNot: (id: number) => string | undefined

  constructor(ids: readonly number[] | 'all', blockedReason: (id: number) => string | undefined) {
    this.#ids = ids
    this.#whyNot = blockedReason
  }

  /** Of rows whose id of a person that is. */
  among(id: SQL): SQL | undefined {
    return this.#ids === 'all' ? undefined : sql`${id} = any(${listOf(this.#ids, 'bigint')})`
  }

  has(id: number): boolean {
    return this.#ids === 'all' || this.#ids.includes(id)
  }

  /** Why they cannot be changed; undefined where they can. */
  blockedReason(id: number): string | undefined {
    return this.#whyNot(id)
  }
}

/** Whoever may see people for all cinemas sees everybody; others those within their own rights, and themselves. */
export const seesEverybody = (me: Me): boolean => !refusal(withChainRights(me), 'admins:read')

export async function visibleTo(db: Db, me: Me): Promise<Seen> {
  if (isSuperadmin(me.userType)) return new Seen('all', () => undefined)
  const people = await managedAccounts(db)
  const nameOf = await placeNames(db)
  const blockedReason = (id: number) => {
    const them = people.get(id)
    const excess = them && excessOf(me, them)
    return excess && excessText(excess, nameOf)
  }
  if (seesEverybody(me)) return new Seen('all', blockedReason)
  const isSeen = ([id, them]: [number, Managed]) => id === me.id || !excessOf(me, them, 'read')
  return new Seen(
    [...people].filter(isSeen).map(([id]) => id),
    blockedReason,
  )
}

/**
 * @throws 403 with what of somebody is too much for whoever wants to manage them. Who does not see them is told the same of
 * whoever is not there.
 */
export async function mustManage(tx: Db, me: Me, id: number): Promise<void> {
  if (isSuperadmin(me.userType)) return
  const them = (await managedAccounts(tx, eq(admins.id, id))).get(id)
  const excess = them && excessOf(me, them)
  if (them && !excess) return
  const isSeen = seesEverybody(me) || (them && !excessOf(me, them, 'read'))
  if (!isSeen) throw forbidden(messages.beyond)
  if (excess) throw forbidden(excessText(excess, await placeNames(tx)))
}

type Given = {
  userType: string
  roleId: number | null
  cinemaRoles: readonly Pick<AdminCinemaRole, 'roleId' | 'states' | 'cinemas'>[]
}

/** What somebody is given, as it is compared; its roles are locked by then. */
export async function managedWith(tx: Db, { userType, roleId, cinemaRoles }: Given): Promise<Managed> {
  const ids = [...(roleId === null ? [] : [roleId]), ...cinemaRoles.map((cinemaRole) => cinemaRole.roleId)]
  const found = ids.length ? await tx.select().from(roles).where(inArray(roles.id, ids)) : []
  const roleWith = (id: number) => found.find((role) => role.id === id)!
  const allowed = (id: number) => {
    const { permissions, pointsLimit } = roleWith(id)
    return { permissions, pointsLimit }
  }
  return {
    userType,
    roles: [
      ...(roleId === null ? [] : [{ ...allowed(roleId), places: ['chain'] as const }]),
      ...cinemaRoles.map(({ roleId: its, states, cinemas }) => assignedRoleOf({ ...allowed(its), states, cinemas })),
    ],
  }
}

export const managedOf = async (db: Db, id: number): Promise<Managed> =>
  (await managedAccounts(db, eq(admins.id, id))).get(id)!

/** Who may approve what is done to people who have, or had, this: whoever could do it themselves. */
export async function audienceOf(
  db: Db,
  people: readonly Managed[],
): Promise<{ permission: readonly string[]; cinemas: string[][] | null }> {
  if (people.some(({ userType }) => userType !== 'Admin')) return { permission: ['superadmin'], cinemas: null }
  const assigned = people.flatMap((one) => one.roles)
  const states = await allCinemas(db)
  const places = assigned.flatMap((one) => one.places)
  const isForAll = !places.length || places.includes('chain')
  const cinemas = places.flatMap((place) =>
    place === 'chain'
      ? []
      : 'state' in place
        ? (states.find(({ id }) => id === place.state)?.cinemas ?? []).map(({ id }) => id)
        : [place.cinema],
  )
  // For some cinemas a role gives nothing of what is the whole chain's.
  const gives = ({ permissions, places: its }: AssignedRole) =>
    permissions.filter((one) => its.includes('chain') || one === '*' || canBeAtCinemas(one))
  return {
    permission: [...new Set(assigned.flatMap(gives))],
    cinemas: isForAll ? null : [...new Set(cinemas)].map((cinema) => [cinema]),
  }
}

/** @throws 403 with what of it is more than whoever gives it has */
export async function assertCanGive(tx: Db, me: Me, given: Managed): Promise<void> {
  const excess = excessOf(me, given)
  if (excess) throw forbidden(excessText(excess, await placeNames(tx)))
}

/** The roles that somebody sees: all of them, or those that do not go beyond their own rights wherever they see people. */
export function rolesSeenBy(me: Me): (role: Pick<AssignedRole, 'permissions' | 'pointsLimit'>) => boolean {
  if (seesEverybody(me)) return () => true
  const places = (me.cinemaRoles ?? []).flatMap(({ cinemas }) => cinemas.map((cinema) => ({ cinema })))
  return (role) =>
    places.some((place) => !excessOf(me, { userType: 'Admin', roles: [{ ...role, places: [place] }] }, 'read'))
}

const placeNames = async (db: Db): Promise<(place: Exclude<Place, 'chain'>) => string> => {
  const states = await allCinemas(db)
  const cinemas = new Map(states.flatMap((state) => state.cinemas.map(({ id, cinema_name }) => [id, cinema_name])))
  return (place) =>
    'state' in place
      ? (states.find(({ id }) => id === place.state)?.name ?? 'a state')
      : (cinemas.get(place.cinema) ?? 'a cinema')
}
