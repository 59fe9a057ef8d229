import { errors } from '#contract/errors.ts'
import * as z from 'zod/mini'
import { DbId, Instant, name, text, Version } from '#contract/atoms.ts'
import { endpoints } from '#contract/endpoint.ts'
import {
  ANY_MOST,
  conditionProblem,
  CONDITIONS_MOST,
  EXCLUSIONS,
  FIELDS,
  messages,
  NAME_LENGTH,
  PER_WEEK_MOST,
  type Condition as OneCondition,
} from './audience-rules.ts'

/** One of an audience's conditions, all of which hold (audience-rules.ts says what each takes). */
export const Condition = z
  .object({
    field: z.enum(FIELDS, `field is one of ${FIELDS.join(', ')}`),
    /** The opposite is asked for. */
    not: z._default(z.boolean(), false),
    /** Any of these: ids of cinemas, states and movies, names of plans and genres, or words. */
    any: z._default(z.array(text(100)).check(z.maxLength(ANY_MOST, messages.manyAny)), []),
    /** Of the last so many days; null: ever. */
    days: z._default(z.nullable(z.number(messages.badDays)), null),
    /** Naira, or days ago; both ends belong to it. */
    from: z._default(z.nullable(z.number()), null),
    to: z._default(z.nullable(z.number()), null),
  })
  .check(
    z.check<OneCondition>(({ value, issues }) => {
      const message = conditionProblem(value)
      if (message !== undefined) issues.push({ code: 'custom', input: value, message })
    }),
  )

const conditions = z
  .array(Condition, messages.noConditions)
  .check(z.minLength(1, messages.noConditions), z.maxLength(CONDITIONS_MOST, messages.manyConditions))

/** A saved audience: customers who meet each of its conditions, worked out again whenever it is used. */
export const Audience = z.object({
  id: z.int(),
  name: z.string(),
  conditions: z.array(Condition),
  /** The conditions as a sentence. */
  description: z.string(),
  /** What the ids in its conditions are called: `cinema:0004`. */
  names: z.record(z.string(), z.string()),
  createdAt: Instant,
  createdBy: z.string(),
  version: z.int(),
})
export type Audience = z.infer<typeof Audience>

/** Who is in an audience and does not get a notification, by the first reason; of all of a kind, how many people and devices. */
const Excluded = z.object({ reason: z.enum(EXCLUSIONS), customers: z.int(), devices: z.int() })

/** Whom a notification would reach now. */
export const AudienceCount = z.object({
  devices: z.int(),
  customers: z.int(),
  /** Devices of children without their guardian's consent. */
  excludedDevices: z.int(),
  /** Everybody in the audience: those who are reached and those who are not. */
  people: z.int(),
  excluded: z.array(Excluded),
  /** The limit that was reckoned with. */
  per_week: z.nullable(z.int()),
})
export type AudienceCount = z.infer<typeof AudienceCount>

const clock = z._default(z.string().check(z.regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, errors.enter('a time (HH:mm)'))), '')
/** How many notifications somebody gets at most in seven days, and when none begins. */
export const Limits = z
  .object({
    per_week: z.nullable(
      z
        .number(messages.badPerWeek)
        .check(
          z.int(messages.badPerWeek),
          z.minimum(1, messages.badPerWeek),
          z.maximum(PER_WEEK_MOST, messages.badPerWeek),
        ),
    ),
    quiet_from: clock,
    quiet_to: clock,
  })
  .check(
    z.refine(({ quiet_from, quiet_to }) => (quiet_from === '') === (quiet_to === ''), {
      error: messages.badQuietHours,
      path: ['quiet_to'],
    }),
    z.refine(({ quiet_from, quiet_to }) => quiet_from === '' || quiet_from !== quiet_to, {
      error: messages.sameQuietHours,
      path: ['quiet_to'],
    }),
  )

const params = z.object({ id: DbId(messages.noSuchAudience) })
const ofAudience = name(NAME_LENGTH, messages.noName)

/** Saved audiences of notifications, and how many of these somebody gets. */
export const audiences = endpoints('audiences', {
  list: {
    method: 'GET',
    path: '/notification/audiences',
    permission: 'notifications:read',
    summary: 'List saved audiences by name',
    reply: z.array(Audience),
  },
  count: {
    method: 'POST',
    path: '/notification/audiences/count',
    permission: 'notifications:write',
    summary: 'Count the people and devices that conditions reach, and those excluded',
    body: z.object({ conditions }),
    reply: AudienceCount,
    audit: 'none',
  },
  create: {
    method: 'POST',
    path: '/notification/audiences',
    permission: 'notifications:write',
    summary: 'Create an audience',
    body: z.object({ name: ofAudience, conditions }),
    reply: Audience,
    says: messages.added,
  },
  change: {
    method: 'PUT',
    path: '/notification/audiences/{id}',
    permission: 'notifications:write',
    summary: 'Edit a saved audience. Scheduled notifications keep their conditions.',
    params,
    body: z.object({ name: ofAudience, conditions, version: Version }),
    reply: Audience,
    says: messages.saved,
  },
  remove: {
    method: 'DELETE',
    path: '/notification/audiences/{id}',
    permission: 'notifications:write',
    summary: 'Delete a saved audience. Scheduled notifications keep its conditions.',
    params,
    reply: z.null(),
    says: messages.deleted,
  },
  restore: {
    method: 'POST',
    path: '/notification/audiences/{id}/restore',
    permission: 'notifications:write',
    summary: 'Restore a deleted audience',
    params,
    reply: Audience,
    says: messages.restored,
  },
  peopleCsv: {
    method: 'GET',
    path: '/notification/audiences/{id}/people.csv',
    permission: 'customers:export',
    scope: 'chain',
    reauthenticate: true,
    summary: 'Export the people of a saved audience as CSV',
    allowReplica: true,
    params,
    stream: 'text/csv',
  },
  limits: {
    method: 'GET',
    path: '/notification/limits',
    permission: 'notifications:read',
    summary: 'Fetch the sending limits: notifications per person in 7 days, and quiet hours',
    reply: Limits,
  },
  setLimits: {
    method: 'PUT',
    path: '/notification/limits',
    permission: 'notifications:write',
    summary: 'Set the sending limits. They do not apply to tests.',
    body: Limits,
    reply: Limits,
    says: messages.limitsSaved,
  },
})
