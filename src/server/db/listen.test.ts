import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { openEmbedded } from './embedded.ts'
import { listener } from './listen.ts'

/** Database with its clients, and a function that breaks the listening connection. */
type Peer = { client: (name: string) => pg.Client; lose: () => Promise<unknown>; close: () => Promise<void> }

let made: Awaited<ReturnType<typeof testDatabase>>
let peer: Peer
beforeAll(async () => {
  made = await testDatabase()
  peer = made.databaseUrl ? postgres(made.databaseUrl) : await embedded(made.dataDir)
})
afterAll(async () => {
  await peer?.close()
  await made?.drop()
})

function postgres(connectionString: string): Peer {
  const client = (name: string) => new pg.Client({ connectionString, application_name: name })
  const lose = () => say(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ears'`)
  return { client, lose, close: async () => {} }
}

async function embedded(dataDir: string): Promise<Peer> {
  const database = await openEmbedded(dataDir)
  const client = () => new pg.Client({ user: 'postgres', database: 'postgres', stream: database.stream as never })
  return { client, lose: database.restart, close: database.close }
}

async function say(statement: string) {
  const client = peer.client('mouth')
  await client.connect()
  await client.query(statement)
  await client.end()
}

test('hears only its channel, reports a lost connection, listens again, and stops on request', async () => {
  const until = new AbortController()
  let notifications = 0
  let wake = () => {}
  const next = () => new Promise<void>((resolve) => (wake = resolve))
  const onNotification = () => {
    notifications++
    wake()
  }
  await listener(() => peer.client('ears'))('figures', onNotification, until.signal)

  let notification = next()
  await say(`notify others; notify figures`)
  await notification
  expect(notifications).toBe(1)

  notification = next()
  await peer.lose()
  await notification
  expect(notifications).toBe(2)

  notification = next()
  await say('notify figures')
  await notification
  expect(notifications).toBe(3)

  until.abort()
  await say('notify figures')
  expect(notifications).toBe(3)
})

test('rejects the first caller if the database cannot be reached', async () => {
  const nowhere = () => new pg.Client({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
  await expect(listener(nowhere)('figures', () => {}, new AbortController().signal)).rejects.toThrow('ECONNREFUSED')
})
