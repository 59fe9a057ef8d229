import { expect, inject, onTestFinished, test } from 'vitest'
import type { App } from '../app.ts'
import { connect } from '../db/connect.ts'
import { testDatabase } from '../test/database.ts'
import { openJobs } from './jobs.ts'

test.runIf(inject('database').postgres)(
  'shares one queue between servers that start together on a new database',
  async () => {
    const made = await testDatabase()
    const databases = await Promise.all(Array.from({ length: 5 }, () => connect(made)))
    onTestFinished(async () => {
      for (const database of databases) await database.close()
      await made.drop()
    })
    // Each has a connection already, so that nothing delays either.
    await Promise.all(databases.map(({ pool }) => pool.query('select 1')))
    const app = { log: { warn: () => {} } } as unknown as App
    const started = await Promise.all(databases.map((database) => openJobs(database, [], 'Africa/Lagos', () => app)))
    await Promise.all(started.map((jobs) => jobs.work()))
    for (const jobs of started) await jobs.stop()
    const { rows } = await databases[0]!.pool.query(`select count(*)::int as n from pgboss.version`)
    expect(rows).toEqual([{ n: 1 }])
  },
)
