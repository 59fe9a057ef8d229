import { addDays, instantAt } from '#contract/time.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import type { Demo } from '#server/demo.ts'
import { addCategory } from '#features/programming/categories/server/store.ts'

const NAMES = ['Premiere', 'Film festival', 'Private screening', 'Comedy night', 'Live concert', 'Sport', 'Kids']

export async function demo(db: Db, { today }: Demo, { env }: App): Promise<void> {
  for (const [at, name] of NAMES.entries())
    await addCategory(db, name, instantAt(addDays(today, 5 * at - 90), '11:00', env.zone))
}
