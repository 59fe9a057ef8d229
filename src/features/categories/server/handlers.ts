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
  holdCategory,
  isNameTaken,
  removeCategory,
  restoreCategory,
} from './store.ts'

export const handlers = handle(categories, {
  list: ({ db }) => everyCategory(db),

  one: async ({ db, params }) => existing(await findCategory(db, params.id)),

  create: async ({ db, body, record, now }) => {
    const category = await named(() => addCategory(db, body.name, now))
    await record({ ...about(category), summary: `Added the category ${category.name}`, after: told(category) })
    return category
  },

  change: async ({ db, params, body, record }) => {
    const before = await held(db, params.id)
    if (body.version !== undefined && body.version !== before.version) throw stale(before)
    const after = await named(() => changeCategory(db, params.id, body.name))
    const summary = `Renamed the category ${before.name}`
    await record({ ...about(after), summary, before: told(before), after: told(after) })
    return after
  },

  remove: async ({ db, params, record, now }) => {
    const before = await held(db, params.id)
    await removeCategory(db, params.id, now)
    await record({ ...about(before), summary: `Deleted the category ${before.name}`, before: told(before) })
    return null
  },

  restore: async ({ db, params, record }) => {
    const category = await named(() => restoreCategory(db, params.id))
    if (!category && (await findCategory(db, params.id))) throw conflict(messages.notDeleted)
    const restored = existing(category)
    await record({ ...about(restored), summary: `Restored the category ${restored.name}`, after: told(restored) })
    return restored
  },
})

const about = ({ id }: Category) => ({ entity: 'category', id })
const told = ({ name }: Category) => ({ name })

function existing(category: Category | undefined): Category {
  if (!category) throw notFound('category')
  return category
}
const held = async (tx: Db, id: number) => existing(await holdCategory(tx, id))

async function named<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw isNameTaken(error) ? invalid({ name: messages.nameTaken }) : error
  }
}
