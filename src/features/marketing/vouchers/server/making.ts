import type { App } from '#server/app.ts'
import { newCode } from '#server/codes.ts'
import type { Db } from '#server/db/connect.ts'
import type { Env } from '#server/env.ts'
import type { Job } from '#server/jobs/jobs.ts'
import type { Day } from '#contract/time.ts'
import { CODE_LENGTH, HINT_LENGTH } from '../rules.ts'
import { keysToMakeWith, type VoucherKeys } from './keys.ts'
import { addVouchers, lockUnmade, noteMade, unmadeGroups, type NewVoucher } from './store.ts'

/** So many at once keep a transaction short, and small groups are there with the answer. */
export const CHUNK = 1000

export function newVoucher(keys: VoucherKeys, expiresOn: Day | null): NewVoucher {
  const code = newCode(CODE_LENGTH)
  const lookup = keys.lookup(code)
  return { lookup, sealed: keys.seal(code, lookup), last4: code.slice(-HINT_LENGTH), expiresOn }
}

/**
 * Makes some of a group's codes that are not there yet. The group is held meanwhile: of two that make them at once each
 * goes on where the other stopped.
 * @returns whether some are still missing
 */
export async function makeSome(tx: Db, env: Env, groupId: number): Promise<boolean> {
  const group = await lockUnmade(tx, groupId)
  if (!group) return false
  const keys = await keysToMakeWith(tx, env)
  const count = Math.min(CHUNK, group.quantity - group.made)
  await addVouchers(
    tx,
    groupId,
    Array.from({ length: count }, () => newVoucher(keys, group.expires_on)),
  )
  await noteMade(tx, groupId, count)
  return group.made + count < group.quantity
}

/** The rest of a large group. A server that is ended hands it on; one that was killed is followed by whoever starts next. */
export const makeCodes: Job<{ groupId: number }> = {
  name: 'vouchers.make-codes',
  retries: 10,
  run: async (app, { groupId }) => {
    while (await app.db.transaction((tx) => makeSome(tx, app.env, groupId))) {
      if (app.closing.aborted) return app.jobs.send(makeCodes, { groupId })
      // What else is asked of the database comes between.
      await new Promise((resolve) => setImmediate(resolve))
    }
  },
}

export async function goOnMaking(app: App): Promise<void> {
  for (const groupId of await unmadeGroups(app.db)) await app.jobs.send(makeCodes, { groupId })
}
