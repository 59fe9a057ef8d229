import type { Demo } from '#server/demo.ts'
import type { Db } from '#server/db/connect.ts'
import { hashPassword } from '#server/auth/password.ts'
import { addAdmin, defaultRoleId } from '#server/auth/store.ts'

const PASSWORD = 'marquee-demo'

/** One account of each type, so that each can be tried, and one whose mail bounces. */
export async function demo(db: Db, _demo: Demo): Promise<void> {
  const roleId = await defaultRoleId(db)
  const passwordHash = await hashPassword(PASSWORD)
  const people = [
    { email: 'superadmin@marquee.example', firstName: 'Adaeze', lastName: 'Okafor', userType: 'Super Admin' },
    { email: 'admin@marquee.example', firstName: 'Tunde', lastName: 'Bakare', userType: 'Admin' },
    { email: 'bounces@bounce.example', firstName: 'Ngozi', lastName: 'Eze', userType: 'Admin' },
    { email: 'editor@marquee.example', firstName: 'Halima', lastName: 'Sani', userType: 'Editor' },
  ] as const
  for (const person of people)
    await addAdmin(db, { ...person, roleId, passwordHash, mobile: '+2348031234567', isDemo: true })
}
