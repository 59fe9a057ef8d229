import pg from 'pg'
import type { Rollup } from '#features/operations/rollups/server/counted.ts'

/** What is searched for: a last name of one person in forty, one of three people, and what all addresses have. */
export const COMMON_WORD = 'okafor'
export const RARE_WORD = 'zobowale'
export const EVERYWHERE = 'bench.example'
const RARE = 3
/** The payment reference of a purchase. */
export const referenceOf = (purchase: number) => `FLW-${4_000_000_000 + purchase * 7}`
/** All of it happened in so many days until now. */
export const DAYS = 1096
export const ZONE = 'Africa/Lagos'

const firsts =
  'Adeola|Tunde|Funke|Yetunde|Segun|Kunle|Temitope|Folake|Ayomide|Simisola|Gbenga|Bukola|Femi|Adaeze|Chinedu|Ngozi|Emeka|Ifeoma|Obinna|Chiamaka|Kelechi|Amarachi|Nneka|Ikenna|Chidinma|Oluchi|Aisha|Musa|Zainab|Ibrahim|Halima|Fatima|Yusuf|Maryam|Umar|Ese|Osaze|Itohan|Mfon|Blessing'
const lasts =
  'Okafor|Adeyemi|Bakare|Ogunleye|Adebayo|Balogun|Afolabi|Akinola|Adeleke|Fashola|Ajayi|Ojo|Oladipo|Soyinka|Alabi|Falade|Eze|Nwosu|Obi|Okonkwo|Umeh|Nwachukwu|Okeke|Chukwu|Madu|Okoro|Mbah|Ugwu|Bello|Abubakar|Danjuma|Garba|Lawal|Suleiman|Yakubu|Idris|Usman|Etim|Bassey|Udoh'

/** A number of 0..n-1 that follows from the row's number and a salt, the same in every run. */
export const pick = (salt: number, n: number) => `(abs(hashint4extended(i, ${salt})) % ${n})::int`
const word = (list: string, salt: number) =>
  `(string_to_array('${list}', '|'))[1 + ${pick(salt, list.split('|').length)}]`
export const firstName = (salt: number) => word(firsts, salt)
export const lastName = (salt: number) => word(lasts, salt)
/** The last name of one of so many customers. */
export const customersName = (people: number) =>
  `case when i % ${Math.floor(people / RARE)} = 7 then 'Zobowale' else ${lastName(2)} end`
export const dayOf = (at: string) => `((${at}) at time zone '${ZONE}')::date`

/** That many customers who registered before all of it. */
export const customers = (people: number) => `
  insert into customers (source, external_id, first_name, last_name, email, phone, channel, registered_at, registered_on, reported_at)
  select 'bench', 'c' || i, first, last, lower(first || '.' || last || i || '@bench.example'),
    '+234803' || lpad(i::text, 7, '0'), 'web', at, ${dayOf('at')}, at
  from (
    select i, now() - interval '${DAYS} days' as at, ${firstName(1)} as first, ${customersName(people)} as last
    from generate_series(1, ${people}) i
  ) x`

export const counting = ({ table, keys, values, also = [], counted }: Rollup) => {
  const columns = [...keys, ...values, ...also].join(', ')
  return `insert into ${table} (${columns}) select ${columns} from (${counted(() => 'true')}) c`
}

type Run = (statement: string) => Promise<unknown>
type Index = { name: string; table: string; definition: string }

/** Rows of one statement. */
const STEP = 500_000
export const steps = (count: number) =>
  Array.from({ length: Math.ceil(count / STEP) }, (_, at) => [at * STEP + 1, Math.min(count, (at + 1) * STEP)] as const)

/**
 * Writes to tables with triggers off and without the indexes that can be made afterwards.
 * @param count counts, once they are made, what triggers would have
 * @param isAsked whether a call needs the index; the others are not made again
 */
export async function writing(
  url: string,
  tables: string[],
  write: (run: Run) => Promise<void>,
  count: (run: Run) => Promise<void>,
  isWanted: (index: Index) => boolean = () => true,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = (statement: string) => client.query(statement)
  try {
    await run(
      `set session_replication_role = replica; set work_mem = '256MB'; set maintenance_work_mem = '1GB'; set jit = off`,
    )
    const { rows: indexes } = await client.query<Index>(
      `select indexname as name, tablename as table, indexdef as definition from pg_indexes
       where tablename = any($1) and indexdef not like 'CREATE UNIQUE%'`,
      [tables],
    )
    for (const { name } of indexes) await run(`drop index ${name}`)
    await write(run)
    for (const { definition } of indexes.filter(isWanted)) await run(definition)
    await count(run)
    // What is not on disk yet does not count as visible to all, and an index alone would then not answer.
    await run('checkpoint')
    await run('vacuum analyze')
  } finally {
    await client.end()
  }
}
