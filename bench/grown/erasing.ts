import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { start } from '#app/start.ts'
import type { CustomerOrGuest } from '#features/customers/customers/contract.ts'
import { erasePerson } from '#features/customers/privacy/server/erase.ts'
import { runningErasures } from '#features/customers/privacy/server/erasures.ts'
import { eraseNext } from '#features/customers/privacy/server/texts.ts'
import type { App } from '#server/app.ts'
import { withoutStatementTimeout } from '#server/db/connect.ts'
import { parseEnv } from '#server/env.ts'
import { fact, type Line, type Part } from '../report.ts'
import { startCluster } from './cluster.ts'
import { DATABASE, VOUCHER_KEY } from './fill.ts'
import type { Sizes } from './sizes.ts'

/** Texts of each kind: what years of emails, errors and opened profiles leave. */
const TEXTS = 2_000_000
const AT_ONCE = 200_000
const BY = { by: { id: null, name: 'Bench Mark' }, reason: 'Asked by letter' }

/** Erases a customer and a guest on a kept cluster: what decides it, and the job that looks through all texts. */
export async function measureErasing(folder: string, port: number, sizes: Sizes): Promise<Part> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'marquee-bench-'))
  const cluster = await startCluster(folder, { port, filling: false })
  const lines: Line[] = []
  try {
    await addTexts(cluster.url(DATABASE), sizes)
    const env = parseEnv({
      DATABASE_URL: cluster.url(DATABASE),
      DATA_DIR: dataDir,
      VOUCHER_KEY,
      PORT: '0',
      LOG_LEVEL: 'silent',
    })
    // Nothing runs by itself meanwhile.
    const { app, begun, close } = await start(env, { jobs: { send: async () => {}, stop: async () => {} } })
    await begun
    try {
      lines.push(fact('rows of tables with texts', await rowsOf(app), ''))
      for (const [name, whose] of Object.entries(await persons(app))) lines.push(...(await erase(app, name, whose)))
    } finally {
      await close()
    }
    const size = `${sizes.customers} customers, ${sizes.purchases} purchases`
    return { name: 'erasing', title: `Erasure among ${size}, ${cluster.name}`, size: sizes.purchases, lines }
  } finally {
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Those who bought most. */
async function persons({ database: { pool } }: App): Promise<Record<string, CustomerOrGuest>> {
  const customer = await pool.query<{ id: number }>(`
    select id from buyers join customers on id = customer_id
    where is_listed and email is not null order by purchases desc, id limit 1`)
  const guest = await pool.query<{ email: string }>(`
    select email from guests g where not exists (select from customers c where is_listed and coalesce(lower(c.email), '') = g.email)
    order by purchases desc, email limit 1`)
  return { customer: customer.rows[0]!, guest: guest.rows[0]! }
}

async function erase(app: App, name: string, whose: CustomerOrGuest): Promise<Line[]> {
  const since = performance.now()
  await app.db.transaction((tx) => erasePerson(app, tx, whose, { ...BY, now: new Date() }))
  const decided = performance.now() - since
  const [id] = await runningErasures(app.db)
  const batches: number[] = []
  for (let isMore = true; isMore;) {
    const at = performance.now()
    isMore = await withoutStatementTimeout(app.database, (tx) => eraseNext(tx, app.people, id!))
    batches.push(performance.now() - at)
  }
  return [
    fact(`${name}, decided`, decided, 'ms'),
    fact(`${name}, job`, batches.reduce((sum, ms) => sum + ms, 0) / 1000, 's', `${batches.length} transactions`),
    fact(`${name}, longest transaction of the job`, Math.max(...batches), 'ms'),
  ]
}

async function rowsOf({ database: { pool } }: App): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`
    select sum(reltuples)::bigint as n from pg_class
    where relname in ('audit_log', 'error_reports', 'emails', 'payment_events', 'payment_intents', 'vouchers', 'approval_requests')`)
  return rows[0]!.n
}

/** Emails, errors and lines of the audit log, some of them about each customer; once. */
async function addTexts(url: string, { customers }: Sizes): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ n: string }>('select count(*) as n from emails')
    if (Number(rows[0]!.n) >= TEXTS) return
    await client.query('set session_replication_role = replica')
    for (let from = 1; from <= TEXTS; from += AT_ONCE) {
      const those = `generate_series(${from}, ${from + AT_ONCE - 1}) n left join customers c on c.id = 1 + n % ${customers}`
      const email = `coalesce(c.email, 'mail' || n || '@bench.example')`
      await client.query(`
        insert into emails (at, kind, recipient, params, state, sent_at, reason)
        select now(), 'customer-reset', ${email}, jsonb_build_object('customerId', c.id), 'sent', now(),
          'Sent to ' || ${email} from ${those}`)
      await client.query(`
        insert into error_reports (source, external_id, at, message, stack, page, is_pruned)
        select 'bench', n::text, now(), 'Mail to ' || ${email} || ' bounced',
          repeat('at answer (src/server/http/handle.ts:' || n || ')' || E'\\n', 8), '/me', true from ${those}`)
      await client.query(`
        insert into audit_log (actor_id, actor, action, entity, entity_id, summary)
        select 1, 'Ada Eze', 'customers.fetch', 'customer', (1 + n % ${customers})::text,
          'Viewed the profile of ' || coalesce(c.first_name || ' ' || c.last_name, ${email}) from ${those}`)
      console.log(`  texts from ${from}`)
    }
    await client.query('vacuum analyze emails, error_reports, audit_log')
  } finally {
    await client.end()
  }
}
