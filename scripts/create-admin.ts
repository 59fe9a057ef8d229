/** `npm run create-admin -- EMAIL "First Last"`: creates a superadmin. The password is typed or piped. */
import { isEmail } from '#contract/email.ts'
import { errors } from '#contract/errors.ts'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { addLine } from '#server/audit/store.ts'
import { hashPassword } from '#server/auth/password.ts'
import { passwordProblem } from '#server/auth/password-rules.ts'
import { addAdmin, defaultRoleId, isAddressUsed } from '#server/auth/store.ts'
import { connect } from '#server/db/connect.ts'
import { migrate } from '#app/migrate.ts'
import { parseEnv } from '#server/env.ts'

try {
  const [email = '', name = ''] = process.argv.slice(2)
  if (!isEmail(email)) throw new Error('Enter an email: npm run create-admin -- EMAIL "First Last"')
  const password = await readPassword()
  await createSuperadmin(email, name, password)
  console.log(`${email} can now sign in as a superadmin`)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}

async function createSuperadmin(email: string, name: string, password: string) {
  const env = parseEnv({ ...process.env, DEMO: 'off' })
  const database = await connect(env)
  try {
    await migrate(database.pool)
    if (await isAddressUsed(database.db, email)) throw new Error(errors.exists(`an account with the email ${email}`))
    const [firstName = email.split('@')[0]!, ...rest] = name.split(/\s+/).filter(Boolean)
    const owner = { email, firstName, lastName: rest.join(' ') }
    const problem = passwordProblem(password, { min: env.passwords.min, owner, chain: env.chainName })
    if (problem) throw new Error(`Password rejected: ${problem}`)
    const passwordHash = await hashPassword(password)
    await database.db.transaction(async (tx) => {
      const roleId = await defaultRoleId(tx)
      const admin = await addAdmin(tx, {
        ...owner,
        userType: 'Super Admin',
        roleId,
        passwordHash,
      })
      const summary = `Created the superadmin ${email} on the command line` as const
      const line = { entity: 'admin', id: admin.id, summary }
      await addLine(tx, { id: null, name: 'Command line' }, 'session.create-admin', line, {
        requestId: null,
        now: new Date(),
      })
    })
  } finally {
    await database.close()
  }
}

/** Typed without being shown; what comes through a pipe is taken as it is. */
async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stdout.write('Password: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY })
  const password = await lines.question('')
  lines.close()
  if (process.stdin.isTTY) process.stdout.write('\n')
  return password
}
