import { bigint as bigintColumn, customType, timestamp } from 'drizzle-orm/pg-core'

/** A moment, as a Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true })

/** A whole number that can grow beyond 32 bits, such as kobo: in code a number all the same. */
export const bigint = (name: string) => bigintColumn(name, { mode: 'number' })

/** The key that the database gives. */
export const id = () => bigint('id').primaryKey().generatedAlwaysAsIdentity()

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
