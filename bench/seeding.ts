import type { Rollup } from '#features/operations/rollups/server/counted.ts'

/** What is searched for: a last name of one person in forty, one of three people. */
export const COMMON_WORD = 'okafor'
export const RARE_WORD = 'zobowale'
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

export const counting = ({ table, keys, values, also = [], counted }: Rollup) => {
  const columns = [...keys, ...values, ...also].join(', ')
  return `insert into ${table} (${columns}) select ${columns} from (${counted(() => 'true')}) c`
}

/** Rows of one statement. */
const STEP = 500_000
export const steps = (count: number) =>
  Array.from({ length: Math.ceil(count / STEP) }, (_, at) => [at * STEP + 1, Math.min(count, (at + 1) * STEP)] as const)
