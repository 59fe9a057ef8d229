import { isSuperadmin, refusal } from '#contract/permissions.ts'
import { showInstant } from '#contract/time.ts'
import type { App } from '#server/app.ts'
import type { AuditSummary, PastVerb } from '#server/audit/summary.ts'
import type { Db } from '#server/db/connect.ts'
import type { Recorder } from '#server/http/handle.ts'
import type { Principal } from '#server/http/principal.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#server/http/problem.ts'
import type { PromotionChange, PromotionPayload } from '../contract.ts'
import { fullFrom, messages, type Position } from '../rules.ts'
import { enteredOf, refuseProblems } from './input.ts'
import { fullAt, lockLandingPage } from './landing.ts'
import { isOnLandingPage, auditedOf, toWire } from './present.ts'
import { addPromotion, changePromotion, findPromotion, type Entered, type Stored } from './store.ts'

export type Writing = { app: Pick<App, 'env'>; db: Db; record: Recorder; me: Principal; now: Date }
type Saying = Writing & { say: (message: string) => void }

/** Hero banners have a permission of their own, whichever way they are reached. @throws 403 */
export function rejectUnauthorised(me: Principal, position: Position, verb: 'read' | 'write') {
  if (position === 'banner' && refusal(me, `hero-banners:${verb}`)) throw forbidden()
}

/** One that is not deleted, locked. @throws 404, and 403 for a banner of somebody who may not change banners */
export async function promotionOr404({ db, me }: Writing, id: number): Promise<Stored> {
  const found = await findPromotion(db, id, { lock: true })
  if (!found) throw notFound('promotion')
  rejectUnauthorised(me, found.position, 'write')
  return found
}

const entityOf = (position: Position) => (position === 'banner' ? 'hero banner' : 'promotion')

/** Writes a change down; of a new one there is nothing before, of a deleted one nothing after. */
export async function note(
  { record }: Writing,
  did: PastVerb | AuditSummary,
  before: Stored | undefined,
  after: Stored | undefined,
) {
  const { id, position, title } = (after ?? before)!
  await record({
    entity: entityOf(position),
    id,
    summary: `${did} "${title}"`,
    ...(before && { before: auditedOf(before) }),
    ...(after && { after: auditedOf(after) }),
  })
}

export async function create(writing: Writing, body: PromotionPayload): Promise<Stored> {
  const { db, me, now } = writing
  if (body.position === 'banner' && !isSuperadmin(me.userType)) throw forbidden()
  const isOnPage = body.position === 'body' && body.isVisibleOnHomepage === true
  if (isOnPage) await lockLandingPage(db)
  const entered = await enteredOf(db, body, undefined)
  refuseProblems(entered)
  if (isOnPage) await takePlace(writing, 0, entered)
  const after = await addPromotion(db, entered, now, isOnPage)
  await note(writing, `Added the ${entityOf(after.position)}`, undefined, after)
  return after
}

/** A full change, or one of isVisibleOnHomepage alone (operations 7). What is left out stays. */
export async function save(writing: Saying, id: number, body: PromotionChange): Promise<Stored> {
  const { db, now } = writing
  const { isVisibleOnHomepage: wanted, version, ...rest } = body
  if (wanted !== false) await lockLandingPage(db)
  const before = await promotionOr404(writing, id)
  if (version !== undefined && version !== before.version) throw stale(toWire(before, now))
  if (rest.isMovie !== undefined && rest.isMovie !== before.isMovie) throw invalid({ isMovie: messages.type })
  if (rest.position !== undefined && rest.position !== before.position) throw invalid({ position: messages.position })
  const isFlagAlone = wanted !== undefined && Object.values(rest).every((value) => value === undefined)
  if (before.position === 'banner' && isFlagAlone) throw invalid({ isVisibleOnHomepage: messages.bannerOnPage })
  const entered = await enteredOf(db, rest, before)
  if (!isFlagAlone) refuseProblems(entered)
  const onLanding = before.position === 'body' && (wanted ?? (entered.isActive && isOnLandingPage(before, now)))
  if (onLanding) await takePlace(writing, id, entered)
  const after = await changePromotion(db, id, isFlagAlone ? { onLanding } : { ...entered, onLanding })
  if (isFlagAlone) writing.say(wanted ? messages.onPage : messages.offPage)
  await note(writing, isFlagAlone ? placementText(wanted) : `Edited the ${entityOf(after.position)}`, before, after)
  return after
}

/** Activates it, or not: one that is switched off gives up its place on the landing page. */
export async function activate(
  writing: Saying,
  id: number,
  isActive: boolean,
  version: number | undefined,
): Promise<Stored> {
  const before = await promotionOr404(writing, id)
  if (version !== undefined && version !== before.version) throw stale(toWire(before, writing.now))
  const after = await changePromotion(writing.db, id, { isActive, ...(!isActive && { onLanding: false }) })
  await note(writing, isActive ? 'Activated' : 'Deactivated', before, after)
  const gaveUp = before.position === 'body' && !isActive && isOnLandingPage(before, writing.now)
  writing.say(isActive ? messages.activated : gaveUp ? messages.deactivatedOff : messages.deactivated)
  return after
}

const placementText = (isOnPage: boolean | undefined) =>
  isOnPage ? 'Added to the landing page:' : 'Removed from the landing page:'

/**
 * @throws 409 when the landing page is full at any moment of it, 422 for one that has ended or is switched off
 */
async function takePlace({ app, db, now }: Writing, id: number, entered: Entered): Promise<void> {
  if (!entered.isActive) throw invalid({ isVisibleOnHomepage: messages.inactive })
  if (entered.endsAt && entered.endsAt <= now) throw invalid({ isVisibleOnHomepage: messages.ended })
  const full = await fullAt(db, id, entered, now)
  if (full) throw conflict(full <= now ? messages.full : fullFrom(showInstant(full, app.env.zone)))
}

/** Undoes a deletion. It has its place on the landing page again, unless it has ended or the page is full meanwhile. */
export async function restore(writing: Saying, id: number): Promise<Stored> {
  const { db, me, now } = writing
  await lockLandingPage(db)
  const before = await findPromotion(db, id, { lock: true, deleted: true })
  if (!before) throw notFound('deleted promotion')
  rejectUnauthorised(me, before.position, 'write')
  const wasOnPage = before.position === 'body' && isOnLandingPage(before, now)
  const onLanding = wasOnPage && !(await fullAt(db, id, before, now))
  const after = await changePromotion(db, id, { onLanding, deletedAt: null })
  if (wasOnPage) writing.say(onLanding ? messages.restoredOn : messages.restoredOff)
  await note(writing, `Restored the ${entityOf(after.position)}`, undefined, after)
  return after
}
