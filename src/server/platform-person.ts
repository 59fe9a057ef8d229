import { sql } from 'drizzle-orm'
import { fold } from '#contract/fold.ts'
import { listOf } from './db/rows.ts'
import { asInstant, guestId, NOBODYS, pagedSection, type InPerson } from './person.ts'

/** What the platform holds of people: mail that was kept, counted calls, replies, the queue and the audit log. */
export const inPlatform: InPerson = {
  holds: {
    settings: { nobodys: { [NOBODYS.own]: 'key value' } },
    job_runs: { nobodys: { [NOBODYS.own]: 'name' } },
    migrations: { nobodys: { [NOBODYS.own]: 'file hash' } },
    idempotency_keys: {
      freed: 'call',
      freedJson: 'reply',
      nobodys: { [NOBODYS.id]: 'key body_hash', [NOBODYS.staff]: 'actor' },
    },
    rate_limits: { erased: 'key' },
    integration_states: { freed: 'reason', nobodys: { [NOBODYS.own]: 'name' } },
    unread_records: { freed: 'name what', nobodys: { [NOBODYS.own]: 'connection list', [NOBODYS.id]: 'record_id' } },
    moviedb_cache: { nobodys: { [NOBODYS.chain]: 'key value' } },
    payments_embedded: { erased: 'email token', nobodys: { [NOBODYS.id]: 'reference' } },
    payments_embedded_refunds: { nobodys: { [NOBODYS.id]: 'reference' } },
    // They name no customer of themselves, but say why an outside system failed, or where an error happened.
    notices: {
      freed: 'title detail ended',
      nobodys: { [NOBODYS.word]: 'kind permission', [NOBODYS.id]: 'key path cinemas' },
    },
    outbox: { freed: 'recipient subject body html', nobodys: { [NOBODYS.word]: 'state' } },
    push_outbox: {
      nobodys: { [NOBODYS.chain]: 'title body link image', [NOBODYS.id]: 'message_id token', [NOBODYS.word]: 'state' },
    },
    audit_log: {
      erased: 'actor entity_id summary before after',
      nobodys: { [NOBODYS.word]: 'action entity', [NOBODYS.id]: 'request_id about', [NOBODYS.chain]: 'cinema_ids' },
    },
    roles: { nobodys: { [NOBODYS.staff]: 'name permissions' } },
    admins: {
      nobodys: {
        [NOBODYS.staff]: 'email first_name last_name mobile date_language profile_image user_type password_hash',
      },
    },
    cinema_roles: { nobodys: { [NOBODYS.staff]: 'cinemas' } },
    admin_networks: { nobodys: { [NOBODYS.staff]: 'network' } },
    admin_devices: { nobodys: { [NOBODYS.staff]: 'device network' } },
    sessions: { nobodys: { [NOBODYS.staff]: 'means address device provider' } },
    service_tokens: { nobodys: { [NOBODYS.staff]: 'name hint created_by' } },
    passkeys: { nobodys: { [NOBODYS.staff]: 'name', [NOBODYS.id]: 'credential_id transports' } },
    recovery_codes: { nobodys: { [NOBODYS.staff]: 'code_hash' } },
    challenges: { nobodys: { [NOBODYS.word]: 'purpose' } },
    feed_keys: { nobodys: { [NOBODYS.staff]: 'name source streams hint created_by' } },
    // The queue's tables are there only where its runner has been.
    'pgboss.job': { freedJson: 'data output' },
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
    const { rows } = await db.execute<{ audited: number }>(sql`
      select count(*) as audited from (
        select id from audit_log
        where entity = 'customer' and entity_id = any(${listOf(ids.map(String), 'text')})
        union
        select id from audit_log
        where entity not in ('admin', 'role')
          and words like any(${listOf(needles.map(fold), 'text')})
          and (actor || ' ' || action || ' ' || entity_id || ' ' || summary) ilike any(${listOf(needles, 'text')})
      ) a`)
    return rows[0]!
  },

  erase: async (tx, { traces }) => {
    const addresses = listOf(traces.emails, 'text')
    await tx.execute(sql`delete from outbox where lower(recipient) = any(${addresses})`)
    await tx.execute(sql`
      delete from rate_limits where exists (
        select from unnest(${addresses}) x(email) where position(x.email in lower(key)) > 0)`)
  },
}
