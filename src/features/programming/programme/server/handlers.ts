import { counted } from '#contract/counted.ts'
import { grantedAt, type Permission } from '#contract/permissions.ts'
import { cinemaWeek } from '#contract/cinema-week.ts'
import { dayOf, showDay } from '#contract/time.ts'
import { inSentence } from '#features/programming/cinemas/rules.ts'
import { namesOfChosen, placesOf, scheduleState } from '#features/programming/cinemas/server/public.ts'
import { sliceOf } from '#server/db/page.ts'
import { fileOf, describeFilters } from '#features/programming/cinemas/file-rules.ts'
import { exportRows, type CsvColumn } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { seenWhereGranted } from '#server/http/scope.ts'
import { programme, type BoardRow } from '../contract.ts'
import { LACK_LABELS } from '../rules.ts'
import { boardOf, waitingIn } from './board.ts'
import { changedSince, scheduleOf } from './schedule.ts'

const PERMISSION: Permission = programme.board.permission

export const handlers = handle(programme, {
  board: async ({ db, me, query: { page, perPage, week, ...query }, app, now }) => {
    if (query.cinemas) await namesOfChosen(db, query.cinemas)
    const { dayZone: zone, weekBegins } = app.env
    const days = cinemaWeek(week ?? dayOf(now, zone), weekBegins)
    const filter = { ...query, from: days.from, zone, now }
    return { ...(await boardOf(seenWhereGranted(me, PERMISSION, db), filter, sliceOf({ page, perPage }))), week: days }
  },

  boardCsv: async ({ db, me, query: { columns: choice, week, ...query }, app, now, write }) => {
    const { dayZone: zone, weekBegins } = app.env
    const places = await placesOf(db, query.cinemas, grantedAt(me, PERMISSION))
    const { from, until } = cinemaWeek(week ?? dayOf(now, zone), weekBegins)
    const { films } = await boardOf(seenWhereGranted(me, PERMISSION, db), { ...query, from, zone, now })
    const { name, about } = fileOf({
      file: 'programme',
      title: 'Programme',
      places,
      start: from,
      end: until,
      more: describeFilters(query, { search: 'search', status: 'status', lacks: 'missing' }),
    })
    const at = places ? ` at ${inSentence(places)}` : ''
    const what = `the programme of ${showDay(from)} to ${showDay(until)}${at}: ${counted(films.length, 'movie')}`
    return exportRows(write, { name, what, columns: csvColumns, choice, rows: films, about })
  },

  waiting: async ({ db, me, app, now }) => ({
    weeks: await waitingIn(seenWhereGranted(me, PERMISSION, db), app.env, now),
  }),

  schedule: async ({ db, me, query, app, now }) => {
    if (query.cinemas) await namesOfChosen(db, query.cinemas)
    const { dayZone: zone } = app.env
    return {
      cinemas: await scheduleOf(seenWhereGranted(me, PERMISSION, db), { ...query, zone, now }),
      changed_since: changedSince(now, zone).toISOString(),
      as_of: (await scheduleState(db)).as_of,
    }
  },
})

const yes = (is: boolean) => (is ? 'Yes' : 'No')

const csvColumns: CsvColumn<BoardRow>[] = [
  { id: 'movie_id', title: 'ID', cell: (row) => row.movie_id },
  { id: 'movie_title', title: 'Movie', cell: (row) => row.movie_title },
  { id: 'movie_name', title: 'Rosetta Title', cell: (row) => row.movie_name },
  { id: 'opens_on', title: 'Opens', cell: (row) => row.opens_on && showDay(row.opens_on) },
  { id: 'is_opening', title: 'Opens this week', cell: (row) => yes(row.is_opening) },
  { id: 'cinemas', title: 'Cinemas', cell: (row) => row.cinemas },
  { id: 'showings', title: 'Showings', cell: (row) => row.showings },
  { id: 'advance', title: 'Advance sales', cell: (row) => row.advance },
  { id: 'occupied', title: 'Seats sold', cell: (row) => row.occupied },
  { id: 'rating', title: 'Rating', cell: (row) => row.rating },
  { id: 'lacks', title: 'Missing', cell: (row) => row.lacks.map((lack) => LACK_LABELS[lack]).join('; ') },
  {
    id: 'status',
    title: 'Status',
    cell: (row) => (row.is_available_for_display ? 'Approved' : 'Not approved'),
  },
]
