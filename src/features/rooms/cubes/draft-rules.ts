/** What the forms of cubes and their bookings check before anything is sent (operations 5). The list of bookings does without it. */
import { isEmail } from '#contract/email.ts'
import { typedProblem } from '#contract/typed-number.ts'
import { GUESTS_MOST, isMoney, isIntegerWithin, messages, type CounterMethod } from './rules.ts'

type Errors<T> = Partial<Record<keyof T & string, string>>
const filled = <T extends object>(values: T, names: readonly (keyof T & string)[]): Errors<T> =>
  Object.fromEntries(
    names.filter((name) => !String(values[name] ?? '').trim()).map((name) => [name, messages.empty]),
  ) as Errors<T>
const emailError = (email: string) => (email.trim() && !isEmail(email.trim()) ? { email: messages.badEmail } : {})

/** Number of Guests as it is typed; undefined when it is none. */
export const guestsTyped = (typed: string | number): number | undefined =>
  typed !== '' && isIntegerWithin(Number(typed), 1, GUESTS_MOST) ? Number(typed) : undefined
const guestsError = (typed: string | number) =>
  typed !== '' && guestsTyped(typed) === undefined ? { guest_count: messages.badGuests } : {}

/** The last word of a name is the last name. */
export function namesOf(name: string): Pick<BookDraft, 'first_name' | 'last_name'> {
  const [, first, last] = /^(.*\S)\s+(\S+)$/.exec(name.trim()) ?? ['', name.trim(), '']
  return { first_name: first!, last_name: last! }
}

/** How it is paid, as staff choose it: at the cinema, or by a payment that the payment log has. */
export type PaidBy = CounterMethod | 'log' | ''
type PaidDraft = { paid_by: PaidBy; payment_reference: string }
/** What is missing of how an amount is paid. */
export const paidErrors = ({ paid_by, payment_reference }: PaidDraft, due: number): Errors<PaidDraft> =>
  due > 0 && paid_by === ''
    ? { paid_by: messages.empty }
    : due > 0 && paid_by === 'log' && !payment_reference.trim()
      ? { payment_reference: messages.empty }
      : {}
/** The same as it is sent. */
export const paidBody = ({ paid_by, payment_reference }: PaidDraft, due: number) =>
  due <= 0 || paid_by === ''
    ? {}
    : paid_by === 'log'
      ? { payment_reference: payment_reference.trim() }
      : { payment_method: paid_by }

/** The form Cube Booking as it is typed (operations 5). The day chooses among the hours; what is sent is the hour. */
export type BookDraft = {
  cube_id: string
  day: string
  date_time: string
  movie_id: string
  guest_count: string | number
  first_name: string
  last_name: string
  email: string
  phone_number: string
  paid_by: PaidBy
  payment_reference: string
}
export const bookErrors = (draft: BookDraft): Errors<BookDraft> => ({
  ...emailError(draft.email),
  ...guestsError(draft.guest_count),
  ...filled(draft, [
    'cube_id',
    'day',
    'date_time',
    'movie_id',
    'guest_count',
    'first_name',
    'last_name',
    'email',
    'phone_number',
  ]),
})

/** The form Edit Booking as it is typed (operations 5). */
export type EditDraft = {
  movie_id: string
  guest_count: string | number
  full_name: string
  email: string
  phone_number: string
  paid_by: PaidBy
  payment_reference: string
}
export const editErrors = (draft: EditDraft): Errors<EditDraft> => ({
  ...emailError(draft.email),
  ...guestsError(draft.guest_count),
  ...filled(draft, ['movie_id', 'guest_count', 'full_name', 'email', 'phone_number']),
})

/** The form Reschedule Booking as it is typed (operations 5). */
export type RescheduleDraft = {
  day: string
  date_time: string
  movie_id: string
  paid_by: PaidBy
  payment_reference: string
}
export const rescheduleErrors = (draft: RescheduleDraft): Errors<RescheduleDraft> =>
  filled(draft, ['day', 'date_time', 'movie_id'])

/** The form of a cube as it is typed. */
export type CubeDraft = {
  name: string
  cinema_id: string
  first_hour: string
  last_hour: string
  base_price: string
  guest_price: string
  guests_included: string | number
  no_show_percent: string | number
}
export const cubeErrors = (draft: CubeDraft): Errors<CubeDraft> => ({
  ...(Number(draft.last_hour) < Number(draft.first_hour) && { last_hour: messages.hoursTurned }),
  ...priceErrors(draft),
  ...(!isIntegerWithin(Number(draft.guests_included), 0, GUESTS_MOST) && { guests_included: messages.badIncluded }),
  ...(!isIntegerWithin(Number(draft.no_show_percent), 0, 100) && { no_show_percent: messages.badPercent }),
  ...filled(draft, ['name', 'cinema_id', 'guests_included', 'no_show_percent']),
})
const priceErrors = (draft: CubeDraft): Errors<CubeDraft> => {
  const wanted = {
    empty: messages.empty,
    wrong: (naira: number) => (isMoney(naira) ? undefined : messages.badPrice),
  }
  const [base_price, guest_price] = [draft.base_price, draft.guest_price].map((typed) => typedProblem(typed, wanted))
  return { ...(base_price && { base_price }), ...(guest_price && { guest_price }) }
}
