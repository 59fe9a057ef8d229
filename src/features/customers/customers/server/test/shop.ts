import { sql } from 'drizzle-orm'
import { toKobo } from '#contract/money.ts'
import { newKey, sender, type Send } from '#features/operations/feed/server/test/sender.ts'
import { addPlan as addSoldPlan } from '#features/customers/tiers/server/store.ts'
import type { TestServer } from '#server/test/harness.ts'

export const DAY_MS = 24 * 3600_000

export type Shop = {
  send: Send
  secret: string
  /** Sends records that must all be accepted. */
  sendAll: (stream: Parameters<Send>[0], lines: object[]) => Promise<void>
  /** Finds the customer's id by the shop's. */
  idOf: (externalId: string) => Promise<number>
}

/** Web shop that reports customers under its own source. */
export async function newShop(server: TestServer, source = 'web-shop'): Promise<Shop> {
  const { secret } = await newKey(server, { name: `Shop ${source}`, source })
  const send = sender(server, secret)
  return {
    send,
    secret,
    sendAll: async (stream, lines) => {
      const { status, data, problem } = await send(stream, lines)
      if (status !== 200 || data.accepted !== lines.length)
        throw new Error(`Not all was taken: ${JSON.stringify(data ?? problem)}`)
    },
    idOf: async (externalId) =>
      (
        await server.db.execute<{ id: number }>(sql`
          select id from customers where source = ${source} and external_id = ${externalId}`)
      ).rows[0]!.id,
  }
}

/** Adds a plan on sale, in naira a month. @returns its id */
export const addPlan = async (
  server: TestServer,
  name: string,
  price: number,
  { tickets = 4, isMultiUser = false } = {},
): Promise<number> => {
  const plan = { name, kobo: toKobo(price), tickets, concessionDiscount: 0, isMultiUser }
  return (await addSoldPlan(server.db, plan, server.clock.now())).id
}

/** Adds a cinema of the chain, with a movie. */
export const addCinema = (server: TestServer) =>
  server.db.execute(sql`
    with lagos as (insert into states (name) values ('Lagos') returning id),
      lekki as (insert into cinemas (id, state_id, name) select '0001', id, 'Lekki' from lagos)
    insert into movies (id, name, title, genres) values ('HO0001', 'ANIKULAPO', 'Anikulapo', '{Drama,Fantasy}')`)

type Rows = Record<string, unknown>[]
export const rowsOf = async (server: TestServer, query: string): Promise<Rows> =>
  (await server.db.execute(sql.raw(query))).rows
