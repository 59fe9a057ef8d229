import type pg from 'pg'

/** A statement of this many lines takes a few seconds, far from the limit of a statement. */
const STEP = 50_000

/** A number of 0..n-1 that follows from the line's number and a salt, the same in every run. */
const pick = (salt: number, n: number) => `(abs(hashint4extended(i, ${salt})) % ${n})::int`
const word = (list: string, salt: number) =>
  `(string_to_array('${list}', '|'))[1 + ${pick(salt, list.split('|').length)}]`

const actors = 'Ada Eze|Tunde Bakare|Ngozi Okafor|Ìfé Adébáyọ̀|Musa Ibrahim|Chioma Obi|Emeka "Ace" Nwosu|Zainab Bello'
const titles = 'King of Boys|The Wedding Party|Lionheart|Living in Bondage|Citation|Rattlesnake|Omo Ghetto|Sugar Rush'

/** So many lines of what staff did over years: most are changes of a movie with the fields before and after. */
export async function seed(pool: pg.Pool, count: number): Promise<void> {
  // Adding to an index of words line by line takes many times as long as making it once.
  const found = await pool.query(`select indexdef from pg_indexes where indexname = 'audit_log_search'`)
  await pool.query('drop index audit_log_search')
  for (let first = 1; first <= count; first += STEP)
    await pool.query(lines(first, Math.min(count, first + STEP - 1), count))
  await pool.query(`set statement_timeout = 0; set maintenance_work_mem = '256MB'; ${found.rows[0].indexdef}`)
  await pool.query('checkpoint')
  await pool.query('vacuum analyze audit_log')
}

const lines = (first: number, last: number, count: number) => `
  insert into audit_log (at, actor_id, actor, action, entity, entity_id, summary, before, after, request_id)
  select now() - (${count} - i) * interval '90 seconds', 1, ${word(actors, 1)}, 'movies.save', 'movie',
    'HO' || lpad(${pick(2, 100_000)}::text, 8, '0'), 'Saved ' || ${word(titles, 3)} || ', ' || (1990 + ${pick(4, 36)}),
    case when ${pick(5, 4)} > 0 then jsonb_build_object('is_approved', false, 'runtime', 90 + ${pick(6, 60)}) end,
    case when ${pick(5, 4)} > 0 then jsonb_build_object('is_approved', true, 'runtime', 90 + ${pick(7, 60)}) end,
    'request-' || i
  from generate_series(${first}, ${last}) i`
