import { sql } from 'drizzle-orm'
import { fold } from '#contract/fold.ts'
import { listOf } from './db/rows.ts'
import { asInstant, guestId, NON_PERSONAL, pagedSection, type PersonalData } from './person.ts'
import { number, query } from './db/query.ts'

/** Personal data of the platform: stored emails, counted calls, replies, the queue and the audit log. */
export const inPlatform: PersonalData = {
  columns: {
    settings: { nonPersonal: { [NON_PERSONAL.own]: 'key value' } },
    job_runs: { nonPersonal: { [NON_PERSONAL.own]: 'name' } },
    migrations: { nonPersonal: { [NON_PERSONAL.own]: 'file hash' } },
    idempotency_keys: {
      redact: 'call',
      redactJson: 'reply',
      nonPersonal: { [NON_PERSONAL.id]: 'key body_hash', [NON_PERSONAL.staff]: 'actor' },
    },
    rate_limits: { erased: 'key' },
    integration_states: { redact: 'reason', nonPersonal: { [NON_PERSONAL.own]: 'name' } },
    unread_records: {
      redact: 'name what',
      nonPersonal: { [NON_PERSONAL.own]: 'connection list', [NON_PERSONAL.id]: 'record_id' },
    },
    moviedb_cache: { nonPersonal: { [NON_PERSONAL.chain]: 'key value' } },
    payments_embedded: { erased: 'email token', nonPersonal: { [NON_PERSONAL.id]: 'reference' } },
    payments_embedded_refunds: { nonPersonal: { [NON_PERSONAL.id]: 'reference' } },
    // Texts that name no customer, but quote errors of outside systems and of places in the program.
    alerts: {
      redact: 'title detail ended',
      nonPersonal: { [NON_PERSONAL.word]: 'kind permission', [NON_PERSONAL.id]: 'key path cinemas' },
    },
    outbox: { redact: 'recipient subject body html', nonPersonal: { [NON_PERSONAL.word]: 'state' } },
    push_outbox: {
      nonPersonal: {
        [NON_PERSONAL.chain]: 'title body link image',
        [NON_PERSONAL.id]: 'message_id token',
        [NON_PERSONAL.word]: 'state',
      },
    },
    audit_log: {
      erased: 'actor entity_id summary before after',
      nonPersonal: {
        [NON_PERSONAL.word]: 'action entity',
        [NON_PERSONAL.id]: 'request_id about',
        [NON_PERSONAL.chain]: 'cinema_ids',
      },
    },
    roles: { nonPersonal: { [NON_PERSONAL.staff]: 'name permissions' } },
    admins: {
      nonPersonal: {
        [NON_PERSONAL.staff]: 'email first_name last_name mobile profile_image user_type password_hash',
      },
    },
    cinema_roles: { nonPersonal: { [NON_PERSONAL.staff]: 'cinemas' } },
    admin_networks: { nonPersonal: { [NON_PERSONAL.staff]: 'network' } },
    admin_devices: { nonPersonal: { [NON_PERSONAL.staff]: 'device network' } },
    sessions: { nonPersonal: { [NON_PERSONAL.staff]: 'means address device provider' } },
    service_tokens: { nonPersonal: { [NON_PERSONAL.staff]: 'name last4 created_by' } },
    passkeys: { nonPersonal: { [NON_PERSONAL.staff]: 'name', [NON_PERSONAL.id]: 'credential_id transports' } },
    recovery_codes: { nonPersonal: { [NON_PERSONAL.staff]: 'code_hash' } },
    challenges: { nonPersonal: { [NON_PERSONAL.word]: 'purpose' } },
    feed_keys: { nonPersonal: { [NON_PERSONAL.staff]: 'name source record_types last4 created_by' } },
    // The queue's tables exist only where its runner has started.
    'pgboss.job': { redactJson: 'data output' },
  },

  sections: (db, { ids, emails }) => [
    pagedSection(
      db,
      'audit-log',
      'at actor action summary before after',
      (after, limit) => sql`
        select id as n, ${asInstant('at')}, actor, action, summary, before, after from audit_log
        where (entity = 'customer' and entity_id = any(${listOf(ids.map(String), 'text')})
          or entity = 'guest' and entity_id = any(${listOf(emails.map(guestId), 'text')})) and id > ${after}
        order by id limit ${limit}`,
    ),
  ],

  counts: async (db, { ids }, { needles }) => {
    const { rows } = await query(db, { audited: number })`
      select count(*) as audited from (
        select id from audit_log
        where entity = 'customer' and entity_id = any(${listOf(ids.map(String), 'text')})
        union
        select id from audit_log
        where entity not in ('admin', 'role')
          and search_text like any(${listOf(needles.map(fold), 'text')})
          and (actor || ' ' || action || ' ' || entity_id || ' ' || summary) ilike any(${listOf(needles, 'text')})
      ) a`
    return rows[0]!
  },

  erase: async (tx, { references }) => {
    const addresses = listOf(references.emails, 'text')
    await tx.execute(sql`delete from outbox where lower(recipient) = any(${addresses})`)
    await tx.execute(sql`
      delete from rate_limits where exists (
        select from unnest(${addresses}) x(email) where position(x.email in lower(key)) > 0)`)
  },
}
