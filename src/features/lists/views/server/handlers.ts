import type { AuditSummary } from '#server/audit/summary.ts'
import { refusal, type Rights } from '#contract/permissions.ts'
import { lockAccount } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#server/http/problem.ts'
import { views, type View } from '../contract.ts'
import {
  AUDIENCE_LABELS,
  storedOf,
  messages,
  refusalToChange,
  refusalToShare,
  VIEWS_MOST,
  viewErrors,
} from '../rules.ts'
import {
  addView,
  changeView,
  countOwn,
  deletedFor,
  removeDefaultView,
  lockView,
  isNameInUse,
  isRoleDeleted,
  removeView,
  restoreView,
  setDefaultView,
  defaultViewsOf,
  viewFor,
  viewsFor,
  type Saved,
} from './store.ts'

type Me = Rights & { id: number }

export const handlers = handle(views, {
  list: async ({ db, me }) => {
    const seen = await viewsFor(db, me)
    const defaultViews = await defaultViewsOf(db, me.id)
    return {
      views: seen,
      defaultViews: defaultViews.filter(({ list, viewId }) =>
        seen.some((view) => view.id === viewId && view.list === list),
      ),
    }
  },

  create: async ({ db, me, body, record, now }) => {
    const { list, permission } = body
    const deniedReason = refusal(me, permission)
    if (deniedReason) throw forbidden(deniedReason)
    const saved = mustBeSaved(me, body)
    // Of several that are saved at once each knows how many there are.
    await lockAccount(db, me.id)
    if ((await countOwn(db, me.id, list)) >= VIEWS_MOST) throw conflict(messages.tooMany)
    const id = await asSaved(() => addView(db, me.id, { ...saved, list, permission }, now))
    const view = await viewOr404(db, me, id)
    await record({ ...about(view), summary: `Saved the view ${view.name}`, after: audited(view) })
    return view
  },

  change: async ({ db, me, params, body, record }) => {
    const before = await lockedOr404(db, me, params.id)
    assertCanChange(me, before)
    if (body.version !== undefined && body.version !== before.version) throw stale(before)
    if (body.audience === 'own' && !before.isOwn) throw forbidden(messages.ownersOnly)
    const saved = mustBeSaved(me, body)
    await asSaved(() => changeView(db, params.id, saved))
    const after = await viewOr404(db, me, params.id)
    const summary: AuditSummary = `Edited the view ${before.name}`
    await record({ ...about(after), summary, before: audited(before), after: audited(after) })
    return after
  },

  remove: async ({ db, me, params, record, now }) => {
    const before = await lockedOr404(db, me, params.id)
    assertCanChange(me, before)
    await removeView(db, params.id, now)
    await record({ ...about(before), summary: `Deleted the view ${before.name}`, before: audited(before) })
    return null
  },

  restore: async ({ db, me, params, record }) => {
    await lockView(db, params.id)
    if (await viewFor(db, me, params.id)) throw conflict(messages.notDeleted)
    const deleted = await deletedFor(db, me, params.id)
    if (!deleted) throw notFound('view')
    assertCanChange(me, deleted)
    await asSaved(() => restoreView(db, params.id))
    const view = await viewOr404(db, me, params.id)
    await record({ ...about(view), summary: `Restored the view ${view.name}`, after: audited(view) })
    return view
  },

  setDefault: async ({ db, me, body: { list, viewId }, say }) => {
    if (viewId === null) await removeDefaultView(db, me.id, list)
    else {
      if ((await viewFor(db, me, viewId))?.list !== list) throw notFound('view')
      await setDefaultView(db, me.id, list, viewId)
    }
    say(viewId === null ? messages.defaultRemoved : messages.defaultSet)
    return null
  },
})

const about = ({ id }: View) => ({ entity: 'view', id })

/** In the words of the audit log. */
const audited = ({ list, name, query, audience, role }: View) => ({
  Name: name,
  List: list,
  Shows: query,
  'Who sees it': role ?? AUDIENCE_LABELS[audience],
})

async function viewOr404(db: Db, me: Me, id: number): Promise<View> {
  const view = await viewFor(db, me, id)
  if (!view) throw notFound('view')
  return view
}

/** A view as it is now, locked until the transaction ends. */
async function lockedOr404(tx: Db, me: Me, id: number): Promise<View> {
  await lockView(tx, id)
  return viewOr404(tx, me, id)
}

function assertCanChange(me: Me, view: View): void {
  const deniedReason = refusalToChange(me, view)
  if (deniedReason) throw forbidden(deniedReason)
}

/** What a view is saved as: without what passes. Whoever shares it may. */
function mustBeSaved(me: Me, { name, query, audience, roleId }: Saved): Saved {
  const errors = viewErrors({ name, audience, roleId: roleId ? String(roleId) : '' })
  if (Object.keys(errors).length) throw invalid(errors)
  const deniedReason = audience === 'own' ? undefined : refusalToShare(me)
  if (deniedReason) throw forbidden(deniedReason)
  return { name, query: storedOf(query), audience, roleId }
}

async function asSaved<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isNameInUse(error)) throw invalid({ name: messages.nameInUse })
    throw isRoleDeleted(error) ? invalid({ roleId: messages.noSuchRole }) : error
  }
}
