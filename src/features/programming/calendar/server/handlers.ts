import { refusal } from '#contract/permissions.ts'
import { handle } from '#server/http/handle.ts'
import { invalid } from '#server/http/problem.ts'
import { gathering } from '#server/queue.ts'
import { calendar } from '../contract.ts'
import { DAY_MOST, fitting, inOrder } from '../rules.ts'

export const handlers = handle(calendar, {
  /** Asks each kind; a kind answers only what the caller may see. */
  list: async ({ app, scopedDb, me, now, query: { from, until, kinds } }) => {
    const wanted = kinds ? kinds.split(',') : app.calendar.map(({ kind }) => kind)
    for (const kind of wanted)
      if (!app.calendar.some((known) => known.kind === kind))
        throw invalid({
          kinds: `Kind not found: ${kind}. Choose one of ${app.calendar.map((known) => known.kind).join(', ')}.`,
        })
    const { zone } = app.env
    // One more than fits tells that there is more.
    const days = { from, until, zone, now, perDay: DAY_MOST + 1 }
    const found = await Promise.all(
      app.calendar
        .filter(({ kind, permission }) => wanted.includes(kind) && !refusal(me, permission))
        .map(async ({ kind, permission, entries }) =>
          (await gathering(() => entries(scopedDb(permission), days))).map((entry) => ({ ...entry, kind })),
        ),
    )
    const { entries, more } = fitting(found.flat(), days, zone)
    return { entries: entries.toSorted(inOrder), more }
  },
})
