import { isSuperadmin, refusal } from '#contract/permissions.ts'
import type { Db } from '#server/db/connect.ts'
import type { Recorder } from '#server/http/handle.ts'
import type { Principal } from '#server/http/principal.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#server/http/problem.ts'
import type { PromotionChange, PromotionPayload } from '../contract.ts'
import { messages, type Position } from '../rules.ts'
import { enteredOf, refuseProblems } from './entered.ts'
import { freeSlot, holdLandingPage } from './landing.ts'
import { isOnLandingPage, toldOf, toWire } from './present.ts'
import { addPromotion, changePromotion, findPromotion, type Entered, type Stored } from './store.ts'

export type Writing = { db: Db; record: Recorder; me: Principal; now: Date }
type Saying = Writing & { say: (message: string) => void }

/** Hero banners have a permission of their own, whichever way they are reached. @throws 403 */
export function refuseStranger(me: Principal, position: Position, verb: 'read' | 'write') {
  if (position === 'banner' && refusal(me, `hero-banners:${verb}`)) throw forbidden()
}

/** One that stands, held. @throws 404, and 403 for a banner of somebody who may not change banners */
export async function standing({ db, me }: Writing, id: number): Promise<Stored> {
  const found = await findPromotion(db, id, { lock: true })
  if (!found) throw notFound('promotion')
  refuseStranger(me, found.position, 'write')
  return found
}

const entityOf = (position: Position) => (position === 'banner' ? 'hero banner' : 'promotion')

/** Writes a change down. */
export async function note({ record }: Writing, did: string, before: Stored | undefined, after: Stored) {
  await record({
    entity: entityOf(after.position),
    id: after.id,
    summary: `${did} "${after.title}"`,
    ...(before && { before: toldOf(before) }),
    after: toldOf(after),
  })
}

export async function create(writing: Writing, body: PromotionPayload): Promise<Stored> {
  const { db, me, now } = writing
  if (body.position === 'banner' && !isSuperadmin(me.userType)) throw forbidden()
  const isOnPage = body.position === 'body' && body.isVisibleOnHomepage === true
  if (isOnPage) await holdLandingPage(db)
  const entered = await enteredOf(db, body, undefined)
  refuseProblems(entered)
  const slot = isOnPage ? await slotFor(writing, 0, entered, null) : null
  const after = await addPromotion(db, entered, now, slot)
  await note(writing, `Added the ${entityOf(after.position)}`, undefined, after)
  return after
}

/** A full change, or one of isVisibleOnHomepage alone (operations 7). What is left out stays. */
export async function save(writing: Saying, id: number, body: PromotionChange): Promise<Stored> {
  const { db, now } = writing
  const { isVisibleOnHomepage: wanted, version, ...rest } = body
  if (wanted) await holdLandingPage(db)
  const before = await standing(writing, id)
  if (version !== undefined && version !== before.version) throw stale(toWire(before, now))
  if (rest.isMovie !== undefined && rest.isMovie !== before.isMovie) throw invalid({ isMovie: messages.type })
  if (rest.position !== undefined && rest.position !== before.position) throw invalid({ position: messages.position })
  const isFlagAlone = wanted !== undefined && Object.values(rest).every((value) => value === undefined)
  if (before.position === 'banner' && isFlagAlone) throw invalid({ isVisibleOnHomepage: messages.bannerOnPage })
  const entered = await enteredOf(db, rest, before)
  if (!isFlagAlone) refuseProblems(entered)
  const landingSlot =
    wanted === undefined || before.position === 'banner'
      ? before.landingSlot
      : wanted
        ? await slotFor(writing, id, entered, before.landingSlot)
        : null
  const after = await changePromotion(db, id, isFlagAlone ? { landingSlot } : { ...entered, landingSlot })
  if (isFlagAlone) writing.say(wanted ? messages.onPage : messages.offPage)
  await note(writing, isFlagAlone ? told(wanted) : `Saved the ${entityOf(after.position)}`, before, after)
  return after
}

const told = (isOnPage: boolean | undefined) => (isOnPage ? 'Put on the landing page:' : 'Took off the landing page:')

/** @throws 409 when the landing page is full, 422 for one that has ended */
async function slotFor({ db, now }: Writing, id: number, { endsAt }: Entered, had: number | null): Promise<number> {
  if (endsAt && endsAt <= now) throw invalid({ isVisibleOnHomepage: messages.ended })
  const slot = had ?? (await freeSlot(db, id, now))
  if (slot === undefined) throw conflict(messages.full)
  return slot
}

/** Undoes a deletion. Of the landing page it has a free slot if it had one, unless it has ended or none is free. */
export async function restore(writing: Saying, id: number): Promise<Stored> {
  const { db, me, now } = writing
  await holdLandingPage(db)
  const before = await findPromotion(db, id, { lock: true, deleted: true })
  if (!before) throw notFound('deleted promotion')
  refuseStranger(me, before.position, 'write')
  const wasOnPage = before.position === 'body' && isOnLandingPage(before, now)
  const landingSlot = wasOnPage ? ((await freeSlot(db, id, now)) ?? null) : null
  const after = await changePromotion(db, id, { landingSlot, deletedAt: null })
  if (wasOnPage) writing.say(landingSlot === null ? messages.restoredOff : messages.restoredOn)
  await note(writing, `Restored the ${entityOf(after.position)}`, undefined, after)
  return after
}
