import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { connect, type Database } from '../db/connect.ts'

/** The migrated database that the global setup made for all test files of a run to copy. */
type Template = {
  /** Temporary files of the run, deleted at its end. */
  folder: string
  /** Address of PostgreSQL's own database; undefined: the embedded one. */
  postgres?: string
}

declare module 'vitest' {
  interface ProvidedContext {
    database: Template
  }
}

export const TEMPLATE = 'marquee_template'

/** Makes an empty, migrated database for one test file: embedded or PostgreSQL, as the running project says. */
export async function testDatabase(): Promise<{ databaseUrl?: string; dataDir: string; drop: () => Promise<void> }> {
  const { folder, postgres } = inject('database')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const dataDir = path.join(folder, name)
  // A thousand small files: twice as fast in one call as one by one.
  const forget = async () => rmSync(dataDir, { recursive: true, force: true })
  if (!postgres) {
    cpSync(path.join(folder, TEMPLATE), dataDir, { recursive: true })
    return { dataDir, drop: forget }
  }
  mkdirSync(dataDir)
  await administer(postgres, `create database ${name} template ${TEMPLATE}`)
  const databaseUrl = new URL(postgres)
  databaseUrl.pathname = name
  return {
    databaseUrl: databaseUrl.href,
    dataDir,
    drop: async () => {
      await administer(postgres, `drop database ${name} with (force)`)
      await forget()
    },
  }
}

/** Opens such a database. Closing it drops it. */
export async function openTestDatabase(): Promise<Database> {
  const made = await testDatabase()
  const database = await connect(made)
  const close = async () => {
    await database.close()
    await made.drop()
  }
  return { ...database, close }
}

export async function administer(url: string, command: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(command)
  } finally {
    await client.end()
  }
}
