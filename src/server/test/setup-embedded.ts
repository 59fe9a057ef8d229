import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../db/connect.ts'
import { migrate } from '#app/migrate.ts'
import { TEMPLATE } from './database.ts'
import { temporaryFolder } from './temporary.ts'

/** Makes the embedded database that each test file copies. */
export default async function setup(project: TestProject) {
  const folder = await temporaryFolder('marquee-test-')
  const database = await connect({ dataDir: path.join(folder, TEMPLATE) })
  try {
    await migrate(database.pool)
  } finally {
    await database.close()
  }
  project.provide('database', { folder })
  return () => rm(folder, { recursive: true, force: true })
}
