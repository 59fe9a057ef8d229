import { hasScopedRole } from '#server/db/scoped-role.ts'
import { everyRole } from '#features/access/admins/server/role-store.ts'
import { setCinemaRoles } from '#features/access/admins/server/store.ts'
import { statesNamed } from '#features/programming/cinemas/server/public.ts'
import { hashPassword } from '#server/auth/password.ts'
import { addAdmin, defaultRoleId, isAddressUsed } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import type { Demo } from '#server/demo.ts'
import type { UserType } from '#features/access/admins/rules.ts'

const PASSWORD = 'marquee-demo'
const DAY_MS = 86_400_000

/** First name, last name, type, role (the default one without) and for how many days the account has been there. */
const STAFF: [string, string, UserType, string | undefined, number][] = [
  ['Kelechi', 'Nwosu', 'Admin', 'Manager', 812],
  ['Funke', 'Adebayo', 'Admin', 'Manager', 640],
  ['Ibrahim', 'Bello', 'Admin', 'Front desk', 391],
  ['Ese', 'Igbinedion', 'Admin', 'Front desk', 305],
  ['Blessing', 'Etim', 'Admin', 'Front desk', 198],
  ['Damilola', 'Ogunleye', 'Admin', 'Front desk', 87],
  ['Somto', 'Okonkwo', 'Admin', 'Marketing', 530],
  ['Zainab', 'Yakubu', 'Admin', 'Marketing', 264],
  ['Preye', 'Wokoma', 'Editor', 'Marketing', 120],
  ['Rotimi', 'Balogun', 'Super Admin', undefined, 1003],
]

/** Accounts to sign in with whose role is for some cinemas, or for a part of the office. */
const TO_TRY: {
  firstName: string
  lastName: string
  email: string
  role: string
  states?: string[]
  cinemas?: string[]
}[] = [
  {
    firstName: 'Bisi',
    lastName: 'Ogunbanjo',
    email: 'lekki@marquee.example',
    role: 'Cinema manager',
    cinemas: ['0004'],
  },
  { firstName: 'Musa', lastName: 'Danjuma', email: 'jabi@marquee.example', role: 'Cinema manager', cinemas: ['0021'] },
  {
    firstName: 'Ifeoma',
    lastName: 'Chukwu',
    email: 'lagos@marquee.example',
    role: 'Regional manager',
    states: ['Lagos'],
  },
  { firstName: 'Tayo', lastName: 'Adeleke', email: 'finance@marquee.example', role: 'Finance' },
]

/** The staff of the demo chain, beside the accounts that are there to sign in with (the session's demo). */
export async function demo(db: Db, { now }: Demo): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD)
  const roles = new Map((await everyRole(db)).map(({ id, name }) => [name, id]))
  const defaultRole = await defaultRoleId(db)
  const canBeScoped = await hasScopedRole(db)
  for (const { role, states = [], cinemas = [], ...person } of TO_TRY) {
    const isScoped = states.length + cinemas.length > 0
    const roleId = roles.get(role)
    if (!roleId || (isScoped && !canBeScoped) || (await isAddressUsed(db, person.email))) continue
    const { id } = await addAdmin(db, {
      ...person,
      userType: 'Admin',
      roleId: isScoped ? null : roleId,
      passwordHash,
      isDemo: true,
      mobile: '+2348035550199',
      createdAt: new Date(now.getTime() - 200 * DAY_MS),
    })
    if (isScoped) await setCinemaRoles(db, id, [{ roleId, states: await statesNamed(db, states), cinemas }])
  }
  for (const [index, [firstName, lastName, userType, role, days]] of STAFF.entries()) {
    const email = `${firstName}.${lastName}@marquee.example`.toLowerCase()
    if (await isAddressUsed(db, email)) continue
    await addAdmin(db, {
      email,
      firstName,
      lastName,
      userType,
      roleId: (role && roles.get(role)) || defaultRole,
      passwordHash,
      isDemo: true,
      mobile: `+23480355501${String(index).padStart(2, '0')}`,
      createdAt: new Date(now.getTime() - days * DAY_MS),
    })
  }
}
