import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { DbId, Instant, text, Version } from '#contract/atoms.ts'
import { messages, NAME_LENGTH } from './rules.ts'

/** Operations 3. */
export const Category = z.object({ id: z.int(), name: z.string(), createdAt: Instant, version: z.int() })
export type Category = z.infer<typeof Category>

const name = text(NAME_LENGTH, messages.noName)
const CategoryId = z.object({
  id: DbId(messages.noSuchCategory),
})

/** Operations 7: Categories. */
export const categories = endpoints('categories', {
  list: {
    method: 'GET',
    path: '/categories',
    permission: 'categories:read',
    summary: 'List the categories, by name',
    reply: z.array(Category),
  },
  one: {
    method: 'GET',
    path: '/categories/{id}',
    permission: 'categories:read',
    summary: 'Get a category',
    params: CategoryId,
    reply: Category,
  },
  create: {
    method: 'POST',
    path: '/categories',
    permission: 'categories:write',
    summary: 'Add a category',
    body: z.object({ name }),
    reply: Category,
    says: messages.added,
  },
  change: {
    method: 'PATCH',
    path: '/categories/{id}',
    permission: 'categories:write',
    summary: 'Rename a category',
    params: CategoryId,
    body: z.object({ name, version: Version }),
    reply: Category,
    says: messages.saved,
  },
  remove: {
    method: 'DELETE',
    path: '/categories/{id}',
    permission: 'categories:write',
    summary: 'Delete a category. Events keep it.',
    params: CategoryId,
    reply: z.null(),
    says: messages.deleted,
  },
  restore: {
    method: 'POST',
    path: '/categories/{id}/restore',
    permission: 'categories:write',
    summary: 'Restore a deleted category',
    params: CategoryId,
    reply: Category,
    says: messages.restored,
  },
})
