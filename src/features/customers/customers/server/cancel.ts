import { isolated } from '#contract/isolate.ts'
import { addDays, dayOf, showDay, startOfDay } from '#contract/time.ts'
import type { Context } from '#server/http/handle.ts'
import { conflict, invalid } from '#server/http/problem.ts'
import type { customers } from '../contract.ts'
import { messages } from '../rules.ts'
import { noteChange } from './changes.ts'
import { databaseStateOf, daysOf } from './memberships.ts'
import { customerOr404, fullName } from './people.ts'
import { endEarly } from './subscriptions.ts'

/** Ends the subscription in force now or on an earlier day, and stores the reason. */
export async function cancelSubscription({
  app,
  db,
  params: { id },
  body: { lastDay, reason },
  now,
  record,
  declareAmount,
}: Context<typeof customers.cancelSubscription>): Promise<void> {
  const { zone, dayZone } = app.env
  const customer = await customerOr404(db, id, { lock: true })
  const standing = await databaseStateOf(db, id, now)
  if (!standing?.isInForce) throw conflict(messages.noSubscription)
  const days = daysOf(standing, zone)
  if (lastDay && (lastDay < dayOf(now, zone) || lastDay >= days.subEndDate))
    throw invalid({ lastDay: messages.badLastDay(days.subEndDate) })
  const at = lastDay ? startOfDay(addDays(lastDay, 1), zone) : now
  declareAmount(1)
  await endEarly(db, id, standing, { at, reason }, { now, dayZone })
  const until = showDay(lastDay ?? dayOf(now, zone))
  await record({
    entity: 'customer',
    id,
    summary: `Cancelled the subscription ${standing.plan} of ${isolated(fullName(customer))}, last day ${until}: ${reason}`,
    before: { subEndDate: days.subEndDate },
    after: { subEndDate: lastDay ?? dayOf(now, zone), reason },
  })
  await noteChange(db, id, 'edited', now)
}
