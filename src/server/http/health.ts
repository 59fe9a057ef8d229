import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'

/** `/health` and `/health/live`: the process answers. `/health/ready`: it can also reach its database. */
export function health(api: FastifyInstance, app: () => App) {
  const live = async () => ({ status: 'live' })
  api.get('/health/live', live)
  const ready = async () => {
    await app().db.execute(sql`select 1`)
    return { status: 'ready', database: app().database.kind }
  }
  api.get('/health', ready)
  api.get('/health/ready', ready)
}
