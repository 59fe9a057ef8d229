import { setTimeout as sleep } from 'node:timers/promises'
import { readUntil, type Actor, type Stage } from '../actor.ts'

/** Notifications to everybody, sent again until they are answered: each device shows each once. */
export function pushes({ boss, chance, world, note }: Stage): Actor {
  const sent = new Set<string>()

  return {
    name: 'pushes',
    step: async () => {
      const code = Array.from({ length: 8 }, () => chance.pick([...'ABCDEFGHJKMNPQRSTUVWXYZ23456789'])).join('')
      const body = new FormData()
      const fields = { title: 'Chaos', body: 'Half price tonight', audience: 'SUBSCRIBED-USERS', code }
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      const path = '/notification/send-push-notification'
      const reply = await boss.untilAnswered({ method: 'POST', path, body })
      if (reply.status !== 200) return note(`A notification is refused: ${reply.status} ${reply.message}`)
      sent.add(code)
      await sleep(2000)
    },
    verify: async () => {
      const read = () =>
        world.query<{
          code: string
          state: string
          devices: number
          accepted: number
          received: number
          twice: number
        }>(
          `select n.code, n.state, n.devices, n.accepted,
             (select count(*)::int from push_outbox o where o.message_id = n.code and o.state = 'shown') as received,
             (select count(*)::int from (select 1 from push_deliveries d where d.notification_id = n.id
               group by d.device_id having count(*) > 1) t) as twice
           from push_notifications n where n.code = any($1)`,
          [[...sent]],
        )
      const rows = await readUntil(read, (found) => found.every(({ state }) => state === 'sent'), 180)
      const faults = rows.flatMap(({ code, state, accepted, received, twice }) => [
        ...(state === 'sent' ? [] : [`Notification ${code} is ${state}`]),
        ...(accepted === received
          ? []
          : [`Of notification ${code}, ${accepted} are accepted and ${received} received`]),
        ...(twice ? [`Notification ${code} has ${twice} devices twice`] : []),
      ])
      if (rows.length !== sent.size) faults.push(`${rows.length} notifications of ${sent.size} that were acknowledged`)
      return { acknowledged: sent.size, faults }
    },
  }
}
