import { dayOf } from '#contract/time.ts'
import type { Reading } from '#web/list/List.tsx'
import { config } from '#web/config.ts'
import { showDay } from '#web/ui/format.ts'
import type { StoredCard } from '../contract.ts'
import { messages } from '../rules.ts'
import type * as z from 'zod/mini'

/** What stands where a value is missing (operations 3): of a field, and in a table. */
export const NIL = 'Nil'
export const BLANK = '_'

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim() || NIL

/** DD/MM/YYYY of an instant, in the chain's zone. */
export const dateOf = (at: string): string => showDay(dayOf(at, config.zone))

/** The last day of what ends at an instant: a term to midnight ends on the day before it. */
export const lastDayOf = (endsAt: string): string => dayOf(Date.parse(endsAt) - 1, config.zone)

export const showCard = ({ brand, last4 }: Pick<z.infer<typeof StoredCard>, 'brand' | 'last4'>): string =>
  `${brand} •••• ${last4}`

/** A list of people that could not be read says so in the specification's words (operations 8), whatever the reason. */
export const saidPlainly = <R extends Reading>(reading: R): R =>
  reading.error ? { ...reading, error: new Error(messages.thereIsAnError) } : reading
