import * as z from 'zod/mini'
import { DbId, name as nameOf, Version } from '#contract/atoms.ts'
import { endpoints } from '#contract/endpoint.ts'
import { permissions } from '#contract/permissions.ts'
import { AUDIENCES, messages, NAME_LENGTH, QUERY_LENGTH, QUERY_NAMES } from './rules.ts'

/** By name, what stands in a list's address. */
const Query = z
  .record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(1000, messages.longQuery)))
  .check(
    z.refine((query) => Object.keys(query).length <= QUERY_NAMES, messages.longQuery),
    z.refine((query) => JSON.stringify(query).length <= QUERY_LENGTH, messages.longQuery),
  )

const List = z
  .string(messages.noList)
  .check(z.maxLength(100, messages.noList), z.regex(/^[a-z0-9-]+(\/[\w-]+)*$/, messages.noList))

/** A list's filters, search, sort, columns and rows under a name. */
export const View = z.object({
  id: z.int(),
  /** The list's address, below /dashboard. */
  list: z.string(),
  name: z.string(),
  query: z.record(z.string(), z.string()),
  /** Who sees it, of those who see the list. */
  audience: z.enum(AUDIENCES),
  roleId: z.nullable(z.int()),
  role: z.nullable(z.string()),
  isOwn: z.boolean(),
  /** Who made it; null when they have left. */
  owner: z.nullable(z.string()),
  version: z.int(),
})
export type View = z.infer<typeof View>

const saved = {
  name: nameOf(NAME_LENGTH, messages.noName),
  query: Query,
  audience: z.enum(AUDIENCES, `audience must be one of ${AUDIENCES.join(', ')}`),
  /** Of the audience `role`. */
  roleId: z.optional(z.nullable(z.int(messages.noSuchRole))),
}
const ViewId = z.object({ id: DbId(messages.noSuchView) })

/** Names for what lists ask for. They give no right: a list is read with the rights of whoever looks at it. */
export const views = endpoints('views', {
  list: {
    method: 'GET',
    path: '/views',
    permission: 'person',
    summary: 'List your views and those shared with you, with the default view of each list',
    reply: z.object({
      views: z.array(View),
      defaultViews: z.array(z.object({ list: z.string(), viewId: z.int() })),
    }),
  },
  create: {
    method: 'POST',
    path: '/views',
    permission: 'person',
    summary: 'Save a view of a list',
    body: z.object({
      list: List,
      /** What it takes to see the list: whoever lacks any of it never sees the view. */
      permission: z
        .array(z.enum([...permissions, 'session', 'person', 'superadmin']))
        .check(z.minLength(1), z.maxLength(10)),
      ...saved,
    }),
    reply: View,
    status: 201,
    says: messages.saved,
  },
  change: {
    method: 'PUT',
    path: '/views/{id}',
    permission: 'person',
    summary: 'Edit the name, sharing or content of a view',
    params: ViewId,
    body: z.object({ ...saved, version: Version }),
    reply: View,
    says: messages.saved,
  },
  remove: {
    method: 'DELETE',
    path: '/views/{id}',
    permission: 'person',
    summary: 'Delete a view',
    params: ViewId,
    reply: z.null(),
    says: messages.deleted,
  },
  restore: {
    method: 'POST',
    path: '/views/{id}/restore',
    permission: 'person',
    summary: 'Restore a deleted view',
    params: ViewId,
    reply: View,
    says: messages.restored,
  },
  setDefault: {
    method: 'PUT',
    path: '/views/default',
    permission: 'person',
    summary: 'Set or remove your default view of a list',
    body: z.object({ list: List, viewId: z.nullable(z.int(messages.noSuchView)) }),
    reply: z.null(),
    audit: 'none',
  },
})
