import type { AuditSummary } from '#server/audit/summary.ts'
import type { Db } from '#server/db/connect.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, invalid, notFound, stale } from '#server/http/problem.ts'
import { categories, type Category } from '../contract.ts'
import { messages } from '../rules.ts'
import {
  addCategory,
  changeCategory,
  everyCategory,
  findCategory,
  lockCategory,
  isDuplicateName,
  removeCategory,
  restoreCategory,
} from './store.ts'

export const handlers = handle(categories, {
  list: ({ db }) => everyCategory(db),

  one: async ({ db, params }) => foundOr404(await findCategory(db, params.id)),

  create: async ({ db, body, record, now }) => {
    const category = await named(() => addCategory(db, body.name, now))
    await record({ ...about(category), summary: `Added the category ${category.name}`, after: audited(category) })
    return category
  },

  change: async ({ db, params, body, record }) => {
    const before = await categoryOr404(db, params.id)
    if (body.version !== undefined && body.version !== before.version) throw stale(before)
    const after = await named(() => changeCategory(db, params.id, body.name))
    const summary: AuditSummary = `Renamed the category ${before.name}`
    await record({ ...about(after), summary, before: audited(before), after: audited(after) })
    return after
  },

  remove: async ({ db, params, record, now }) => {
    const before = await categoryOr404(db, params.id)
    await removeCategory(db, params.id, now)
    await record({ ...about(before), summary: `Deleted the category ${before.name}`, before: audited(before) })
    return null
  },

  restore: async ({ db, params, record }) => {
    const category = await named(() => restoreCategory(db, params.id))
    if (!category && (await findCategory(db, params.id))) throw conflict(messages.notDeleted)
    const restored = foundOr404(category)
    await record({ ...about(restored), summary: `Restored the category ${restored.name}`, after: audited(restored) })
    return restored
  },
})

const about = ({ id }: Category) => ({ entity: 'category', id })
const audited = ({ name }: Category) => ({ name })

function foundOr404(category: Category | undefined): Category {
  if (!category) throw notFound('category')
  return category
}
const categoryOr404 = async (tx: Db, id: number) => foundOr404(await lockCategory(tx, id))

async function named<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw isDuplicateName(error) ? invalid({ name: messages.nameExists }) : error
  }
}
