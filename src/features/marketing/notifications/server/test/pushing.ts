import { sql } from 'drizzle-orm'
import type { Endpoint, Output } from '#contract/endpoint.ts'
import type { Problem } from '#contract/problem.ts'
import { addressOf, type TestServer, type Who } from '#server/test/harness.ts'
import type { Notification } from '../../contract.ts'
import { notifications } from '../../contract.ts'

type Answer<E extends Endpoint> = {
  status: number
  data: Output<E['reply']>
  message: string | undefined
  problem: Problem
}
type Form = {
  fields?: Record<string, string>
  file?: { name: string; data: Buffer }
  as?: Who
  params?: { id: number }
}

/** What every notification of a test says unless it says otherwise. */
export const GOOD = { title: 'Half price tonight', body: 'At every cinema, from eight on.', audience: 'ALL-USERS' }

/** Sends a form as a browser does. */
export async function sendForm<E extends Endpoint>(
  server: TestServer,
  endpoint: E,
  { fields = GOOD, file, as = 'superadmin', params }: Form = {},
): Promise<Answer<E>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file) form.append('file', new Blob([new Uint8Array(file.data)]), file.name)
  const encoded = new Response(form)
  const answer = await server.inject({
    method: endpoint.method,
    url: addressOf(endpoint, params),
    headers: {
      'content-type': encoded.headers.get('content-type')!,
      ...(as !== 'nobody' && { authorization: `Bearer ${await server.token(as)}` }),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  const body = answer.json()
  return { status: answer.statusCode, data: body.data, message: body.message, problem: body }
}

/** Sends a notification. @throws when it is refused */
export async function made(server: TestServer, fields: Record<string, string> = {}): Promise<Notification> {
  const { status, data, problem } = await sendForm(server, notifications.send, { fields: { ...GOOD, ...fields } })
  if (status !== 200) throw new Error(problem.message)
  return data
}

type TestDevice = {
  token: string
  /** The person that it is of: a name, from which the address follows. */
  of?: string
  isSubscribed?: boolean
}

export const emailOf = (name: string) => `${name}@mail.example`

/** Devices, with their customers and those who have a subscription in force. */
export async function addDevices(server: TestServer, devices: readonly TestDevice[]) {
  const rows = JSON.stringify(devices.map((device) => ({ ...device, email: device.of && emailOf(device.of) })))
  await server.db.execute(sql`
    insert into customers (source, external_id, first_name, email, registered_at, registered_on)
    select distinct 'test', x.of, x.of, x.email, timestamptz '2026-01-01', date '2026-01-01'
    from jsonb_to_recordset(${rows}::jsonb) as x(of text, email text) where x.of is not null
    on conflict (source, external_id) do nothing`)
  await server.db.execute(sql`
    insert into subscription_periods (customer_id, starts_at, ends_at, starts_on, ends_on, renewed_on, is_new, plan, kobo, tickets)
    select distinct c.id, timestamptz '2026-11-01 00:00+01', timestamptz '2026-12-01 00:00+01', date '2026-11-01',
      date '2026-12-01', 'infinity'::date, true, 'Fan', 500000, 4
    from jsonb_to_recordset(${rows}::jsonb) as x(of text, "isSubscribed" boolean)
    join customers c on c.source = 'test' and c.external_id = x.of where x."isSubscribed"
    on conflict do nothing`)
  await server.db.execute(sql`
    insert into push_devices (source, external_id, customer_id, platform, token, reported_at)
    select 'test', x.token, c.id, 'android', x.token, timestamptz '2026-11-01'
    from jsonb_to_recordset(${rows}::jsonb) as x(token text, of text)
    left join customers c on c.source = 'test' and c.external_id = x.of`)
}

/** What each device shows by the embedded service, as `token: title`. */
export async function deliveredBy(server: TestServer): Promise<string[]> {
  const { rows } = await server.db.execute<{ text: string }>(
    sql`select token || ': ' || title as text from push_outbox where state = 'shown' order by 1`,
  )
  return rows.map(({ text }) => text)
}

/** Everything that tests make, away. */
export async function clear({ db }: TestServer) {
  await db.execute(sql`truncate push_outbox, push_clicks, push_deliveries, push_notifications, push_devices, audiences`)
  await db.execute(sql`delete from subscription_periods`)
  await db.execute(sql`delete from customers`)
}
