import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { connect } from '../db/connect.ts'
import { migrate } from '#app/migrate.ts'
import { administer, TEMPLATE } from './database.ts'
import { startPostgres } from './postgres.ts'
import { temporaryFolder } from './temporary.ts'

/** Starts a PostgreSQL and makes the database that each test file copies. */
export default async function setup(project: TestProject) {
  const postgres = await startPostgres(temporaryFolder)
  console.log(`PostgreSQL of the tests: ${postgres.name}`)
  const folder = await temporaryFolder('marquee-test-')
  const stop = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const admin = postgres.url('postgres')
    await administer(admin, `create database ${TEMPLATE}`)
    const database = await connect({ databaseUrl: postgres.url(TEMPLATE), dataDir: folder })
    try {
      await migrate(database.pool)
    } finally {
      await database.close()
    }
    project.provide('database', { folder, postgres: admin })
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
