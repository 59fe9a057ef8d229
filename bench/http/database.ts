import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { hashPassword } from '#server/auth/password.ts'
import { addAdmin, defaultRoleId } from '#server/auth/store.ts'
import { connect, type Database, type Db } from '#server/db/connect.ts'
import { migrate } from '#app/migrate.ts'
import { listOf } from '#server/db/rows.ts'
import { startPostgres } from '#server/test/postgres.ts'
import { seed } from './seed.ts'

export const SIGN_IN = { email: 'bench@marquee.example', password: 'marquee-bench' }

/** Settings with which a child reaches the filled database. */
export type Place = { DATABASE_URL?: string; DATA_DIR: string }
type Filled = { name: string; product: Place; bare: Place; drop: () => Promise<void> }

/** A database of its own with `rows` movies and as many coming soon. */
export async function fill(rows: number, { embedded }: { embedded: boolean }): Promise<Filled> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'marquee-bench-'))
  const forget = () => rm(folder, { recursive: true, force: true })
  const dataDir = path.join(folder, 'product')
  if (embedded) {
    await fillOne(await connect({ dataDir }), rows)
    // One process has an embedded database, so the bare handler gets a copy.
    const copy = path.join(folder, 'bare')
    cpSync(dataDir, copy, { recursive: true })
    return { name: 'the embedded database', product: { DATA_DIR: dataDir }, bare: { DATA_DIR: copy }, drop: forget }
  }
  const postgres = await startPostgres()
  const drop = async () => {
    await postgres.stop()
    await forget()
  }
  try {
    const databaseUrl = postgres.url('postgres')
    await fillOne(await connect({ databaseUrl, dataDir }), rows)
    const place = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
    return { name: postgres.name, product: place, bare: place, drop }
  } catch (error) {
    await drop()
    throw error
  }
}

async function fillOne(database: Database, rows: number) {
  try {
    await migrate(database.pool)
    await seed(database.pool, rows)
    await addWhoSignsIn(database.db)
  } finally {
    await database.close()
  }
}

export async function addWhoSignsIn(db: Db) {
  await addAdmin(db, {
    email: SIGN_IN.email,
    firstName: 'Bench',
    lastName: 'Mark',
    userType: 'Super Admin',
    roleId: await defaultRoleId(db),
    passwordHash: await hashPassword(SIGN_IN.password),
  })
}

/** Somebody who may read the figures of these cinemas, and nothing else. */
export async function addWhoSeesCinemas(db: Db, email: string, cinemas: readonly string[]) {
  const { id } = await addAdmin(db, {
    email,
    firstName: 'Bench',
    lastName: 'Scoped',
    userType: 'Admin',
    roleId: null,
    passwordHash: await hashPassword(SIGN_IN.password),
  })
  await db.execute(sql`
    with role as (insert into roles (name, permissions) values (${email}, '{analytics:read}') returning id)
    insert into cinema_roles (admin_id, role_id, cinemas) select ${id}, role.id, ${listOf(cinemas, 'text')} from role`)
}
