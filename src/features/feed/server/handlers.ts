import { addKey, changeKey, everyKey, findKey, isNameTaken, revokeKey, type Key } from '#server/auth/keys.ts'
import type { Db } from '#server/db/connect.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#server/http/problem.ts'
import { feed, type FeedKey } from '../contract.ts'
import { messages, SCOPES, type Scope } from '../rules.ts'
import { waitingRefunds } from './store.ts'
import { tell } from './tell.ts'

export const handlers = handle(feed, {
  tell: async ({ app, params: { stream }, body, me, now, write, request }) => {
    const { key } = me
    if (!key?.streams.includes(stream)) throw forbidden(messages.notYours)
    const told = await tell({ write, source: key.source, zone: app.env.zone, now, log: request.log }, stream, body)
    const { accepted, duplicate, waiting, refused } = told
    app.watch.metrics.feedLines(stream, { accepted, duplicate, waiting, refused })
    return told
  },

  keys: async ({ db }) => ({ keys: (await everyKey(db)).map(toWire) }),
  waiting: ({ db, query }) => waitingRefunds(db, query),

  createKey: ({ body, me, now, write }) =>
    write(async ({ db, record }) => {
      const { name, source } = body
      const streams = inOrder(body.streams)
      const made = await named(() => addKey(db, { name, source, streams, createdBy: me.name }, now))
      const key = toWire(made.key)
      await record({ ...about(key), summary: `Made the feed key ${name}`, after: audited(key) })
      return { ...made, key }
    }),

  changeKey: async ({ params, body: { name, streams, version }, db, record }) => {
    const before = await inUse(db, params.id)
    if (version !== undefined && version !== before.version) throw stale(before)
    const after = toWire(await named(() => changeKey(db, params.id, { name, streams: inOrder(streams) })))
    await record({
      ...about(after),
      summary: `Changed the feed key ${name}`,
      before: audited(before),
      after: audited(after),
    })
    return after
  },

  revokeKey: async ({ params, db, record, now }) => {
    const before = await inUse(db, params.id)
    const after = toWire(await revokeKey(db, params.id, now))
    await record({
      ...about(after),
      summary: `Revoked the feed key ${after.name}`,
      before: audited(before),
      after: audited(after),
    })
    return after
  },
})

const toWire = (key: Key): FeedKey => ({
  id: key.id,
  name: key.name,
  source: key.source,
  streams: inOrder(key.streams),
  hint: key.hint,
  created_at: key.createdAt.toISOString(),
  created_by: key.createdBy,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  version: key.version,
})

const about = ({ id }: FeedKey) => ({ entity: 'feed key', id })
/** What the audit keeps of a key: never the secret, which no key carries. */
const audited = ({ name, source, streams, hint, revoked_at }: FeedKey) => ({ name, source, streams, hint, revoked_at })
const inOrder = (streams: readonly string[]): Scope[] => SCOPES.filter((stream) => streams.includes(stream))

async function inUse(db: Db, id: number): Promise<FeedKey> {
  const found = await findKey(db, id)
  if (!found) throw notFound('key')
  const key = toWire(found)
  if (key.revoked_at) throw conflict(messages.isRevoked, key)
  return key
}

async function named<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw isNameTaken(error) ? invalid({ name: messages.nameTaken }) : error
  }
}
