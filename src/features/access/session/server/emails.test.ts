import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendEmails } from '#features/messages/emails/server/jobs.ts'
import { IntegrationError } from '#server/integrations/error.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { session } from '../contract.ts'

const lines: string[] = []
let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { LOG_LEVEL: 'trace' }, logTo: { write: (line) => void lines.push(line) } })
})
afterAll(() => server.close())

const forgot = (email: string) => server.call(session.forgotPassword, { as: 'nobody', body: { email } })
/** Every table but the outbox, which stands for the inbox of a person. */
const everythingStored = async () => {
  const { rows: tables } = await server.db.execute<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss') and tablename <> 'outbox'`)
  const texts = []
  for (const { name } of tables)
    texts.push(JSON.stringify((await server.db.execute(sql.raw(`select t::text from ${name} t`))).rows))
  return texts.join('\n')
}

// ASVS: 16.2.5
test('a reset link stands in the email alone: in no log and in no table', async () => {
  const written: string[] = []
  const { mail } = server.app
  // Refuses the email, as our own fault whose message quotes it, then as the mail server's, then takes it.
  const refusals = [
    ({ text }: { text: string }) => new Error(`Failed query: insert … params: ${text}`),
    () => new IntegrationError('The mail server is not answering', { isPassing: true }),
  ]
  server.app.mail = {
    ...mail,
    send: async (email, id) => {
      written.push(email.text, email.html)
      const refusal = refusals.shift()
      if (refusal) throw refusal(email)
      await mail.send(email, id)
    },
  }
  await forgot('admin@test.example')
  await server.runJobs()
  for (const minutes of [1, 5]) {
    server.clock.set(new Date(server.clock.now().getTime() + minutes * 60_000).toISOString())
    await sendEmails.run(server.app, {})
  }
  expect(refusals).toEqual([])

  const tokens = written.flatMap((email) => [...email.matchAll(/reset-password\/([\w-]+)/g)].map(([, token]) => token!))
  expect(new Set(tokens).size).toBe(3)
  const token = tokens.at(-1)!
  await server.inject({ method: 'GET', url: `/reset-password/${token}` })
  const answer = await server.call(session.resetPassword, {
    as: 'nobody',
    params: { token },
    body: { password: 'a good password' },
  })
  expect(answer.status).toBe(200)

  const log = lines.join('')
  expect(log).toContain('mail not sent')
  expect(log).toContain('/reset-password/…')
  expect(log).toContain('/forgot-password/…')
  const stored = await everythingStored()
  expect(stored).toContain('password-reset')
  for (const secret of tokens) {
    expect(log).not.toContain(secret)
    expect(stored).not.toContain(secret)
  }
})
