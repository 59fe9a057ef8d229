import { refusal, type Rights } from '#contract/permissions.ts'
import { lockAccount } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#server/http/problem.ts'
import { views, type View } from '../contract.ts'
import { AUDIENCE_LABELS, keptOf, messages, refusalToChange, refusalToShare, VIEWS_MOST, viewErrors } from '../rules.ts'
import {
  addView,
  changeView,
  countOwn,
  deletedFor,
  endStart,
  holdView,
  isNameTaken,
  isRoleGone,
  removeView,
  restoreView,
  setStart,
  startsOf,
  viewFor,
  viewsFor,
  type Saved,
} from './store.ts'

type Me = Rights & { id: number }

export const handlers = handle(views, {
  list: async ({ db, me }) => {
    const seen = await viewsFor(db, me)
    const starts = await startsOf(db, me.id)
    return {
      views: seen,
      starts: starts.filter(({ list, viewId }) => seen.some((view) => view.id === viewId && view.list === list)),
    }
  },

  create: async ({ db, me, body, record, now }) => {
    const { list, permission } = body
    const why = refusal(me, permission)
    if (why) throw forbidden(why)
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
    const before = await heldOr404(db, me, params.id)
    mayChange(me, before)
    if (body.version !== undefined && body.version !== before.version) throw stale(before)
    if (body.audience === 'own' && !before.isMine) throw forbidden(messages.ownersOnly)
    const saved = mustBeSaved(me, body)
    await asSaved(() => changeView(db, params.id, saved))
    const after = await viewOr404(db, me, params.id)
    const summary = `Changed the view ${before.name}`
    await record({ ...about(after), summary, before: audited(before), after: audited(after) })
    return after
  },

  remove: async ({ db, me, params, record, now }) => {
    const before = await heldOr404(db, me, params.id)
    mayChange(me, before)
    await removeView(db, params.id, now)
    await record({ ...about(before), summary: `Deleted the view ${before.name}`, before: audited(before) })
    return null
  },

  restore: async ({ db, me, params, record }) => {
    await holdView(db, params.id)
    if (await viewFor(db, me, params.id)) throw conflict(messages.notDeleted)
    const deleted = await deletedFor(db, me, params.id)
    if (!deleted) throw notFound('view')
    mayChange(me, deleted)
    await asSaved(() => restoreView(db, params.id))
    const view = await viewOr404(db, me, params.id)
    await record({ ...about(view), summary: `Restored the view ${view.name}`, after: audited(view) })
    return view
  },

  start: async ({ db, me, body: { list, viewId }, say }) => {
    if (viewId === null) await endStart(db, me.id, list)
    else {
      if ((await viewFor(db, me, viewId))?.list !== list) throw notFound('view')
      await setStart(db, me.id, list, viewId)
    }
    say(viewId === null ? messages.noStart : messages.start)
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
async function heldOr404(tx: Db, me: Me, id: number): Promise<View> {
  await holdView(tx, id)
  return viewOr404(tx, me, id)
}

function mayChange(me: Me, view: View): void {
  const why = refusalToChange(me, view)
  if (why) throw forbidden(why)
}

/** What a view is saved as: without what passes. Whoever shares it may. */
function mustBeSaved(me: Me, { name, query, audience, roleId }: Saved): Saved {
  const errors = viewErrors({ name, audience, roleId: roleId ? String(roleId) : '' })
  if (Object.keys(errors).length) throw invalid(errors)
  const why = audience === 'own' ? undefined : refusalToShare(me)
  if (why) throw forbidden(why)
  return { name, query: keptOf(query), audience, roleId }
}

async function asSaved<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (isNameTaken(error)) throw invalid({ name: messages.nameTaken })
    throw isRoleGone(error) ? invalid({ roleId: messages.noSuchRole }) : error
  }
}
