import { hash } from '#demo/random.ts'
import { clockOf, dayOf } from '#contract/time.ts'
import type { PosTicketType } from '#server/integrations/pos/port.ts'

/** id, name, and the price in hundredths of an adult's. */
const TYPES: [id: string, name: string, share: number][] = [
  ['0001', 'Adult', 100],
  ['0002', 'Child', 60],
  ['0003', 'Student', 75],
  ['0004', 'Senior', 70],
  ['0006', 'Recliner', 180],
]
const BASE_NAIRA = 3500
const DEARER_NAIRA = 500
const STEP_NAIRA = 100
const WEEKEND = ['Fri', 'Sat', 'Sun']
const EVENING = '17:00'

/** What a show of the demo chain costs: more at the dear houses, in the evening and at the weekend. */
export function ticketTypesOf(cinemaId: string, startsAt: Date, zone: string): PosTicketType[] {
  const weekday = new Date(`${dayOf(startsAt, zone)}T00:00:00Z`).toUTCString().slice(0, 3)
  const steps =
    (hash(`tickets ${cinemaId}`) % 3) + Number(WEEKEND.includes(weekday)) + Number(clockOf(startsAt, zone) >= EVENING)
  const adult = BASE_NAIRA + DEARER_NAIRA * steps
  return TYPES.map(([id, name, share]) => {
    const naira = Math.round((adult * share) / 100 / STEP_NAIRA) * STEP_NAIRA
    return { id, name, kobo: naira * 100 }
  })
}
