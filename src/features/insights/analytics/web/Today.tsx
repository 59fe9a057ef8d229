import { Link } from '@tanstack/react-router'
import { refusal } from '#contract/permissions.ts'
import { addDays } from '#contract/time.ts'
import { pending } from '#contract/pending-approvals.ts'
import { calendar } from '#features/programming/calendar/contract.ts'
import { paths as moviePaths } from '#features/programming/movies/web/paths.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'
import { count, naira } from '#web/charts/formats.ts'
import { Metric, Metrics, Pill } from '#web/charts/Metric.tsx'
import { changeOf, moveOf } from '#web/charts/compared.ts'
import { Card } from '#web/ui/Card.tsx'
import { useRecordKind } from '#web/ui/RecordLink.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showDayOf } from '#web/ui/format.ts'
import type { CompareTo, Period } from '../compared-rules.ts'
import { analytics, type CinemaRow } from '../contract.ts'
import { DEFINITIONS } from '../rules.ts'
import { useChosen } from './address.ts'
import { againstOf } from './against.ts'
import { paths } from './paths.ts'
import { Pair, Section } from './Section.tsx'
import styles from './Today.module.css'

/** Cinemas that are shown of all: those furthest behind. */
const MOST_CINEMAS = 5
const MOST_OPENINGS = 4
/** As the calendar says it of an opening. */
const NOT_APPROVED = 'not approved'
/** What opens within a cinema week and the next. */
const OPENING_DAYS = 14

/** How it goes today and in this cinema week, against the same days before, and what needs somebody. */
export function Today() {
  const { cinemas } = useChosen()
  const seesMovies = !refusal(useMe(), 'movies:read')
  return (
    <Section title="Today">
      <Figures />
      <Pair>
        {cinemas?.length !== 1 && <Behind />}
        {seesMovies && <Coming />}
      </Pair>
    </Section>
  )
}

function useCinemas(period: Period) {
  const { place } = useChosen()
  const reading = useRead(analytics.byCinema, { query: { period, ...place } })
  return { reading, data: reading.isPlaceholderData ? undefined : reading.data }
}

function Figures() {
  const [day, week] = [useCinemas('day'), useCinemas('week')]
  const { compare, now } = useChosen()
  const card = (of: typeof day, what: 'revenue' | 'tickets') => {
    const { base, note = '', days } = (of.data && againstOf(of.data, compare, now)) ?? {}
    const value = of.data?.total.now[what]
    return {
      value: value === undefined ? undefined : what === 'revenue' ? naira.full(Math.round(value)) : count.full(value),
      change: base && changeOf(value, base[what]),
      note,
      days,
    }
  }
  return (
    <Metrics label="Today" reading={day.reading.error ? day.reading : week.reading}>
      <Metric label="Revenue today" info={DEFINITIONS.revenue} {...card(day, 'revenue')} />
      <Metric label="Tickets today" info={DEFINITIONS.ticketsSold} {...card(day, 'tickets')} />
      <Metric
        label="Revenue this cinema week"
        short="Revenue this week"
        info={DEFINITIONS.revenue}
        {...card(week, 'revenue')}
      />
      <Metric
        label="Tickets this cinema week"
        short="Tickets this week"
        info={DEFINITIONS.ticketsSold}
        {...card(week, 'tickets')}
      />
    </Metrics>
  )
}

/** What a cinema took of what it took before; without anything before it is behind nothing. */
const ratio = ({ now, before, year_before }: CinemaRow, compare: CompareTo) => {
  const base = compare === 'year' ? year_before : before
  return base && base.revenue > 0 ? now.revenue / base.revenue : Infinity
}

/** Cinemas of this week, those furthest behind the same days before first. */
function Behind() {
  const { compare, now, place } = useChosen()
  const { data, reading } = useCinemas('week')
  const rows = data?.cinemas
    .filter((row) => row.rank !== null && ratio(row, compare) < 1)
    .toSorted((a, b) => ratio(a, compare) - ratio(b, compare) || a.now.revenue - b.now.revenue)
    .slice(0, MOST_CINEMAS)
  const days = data && againstOf(data, compare, now).days
  return (
    <Card
      title="Biggest drops this cinema week"
      actions={
        <Link
          to={paths.analytics}
          search={{ tab: 'cinemas', ...place, ...(compare === 'year' && { compare }) } as never}
          className={styles.more}
        >
          All cinemas
        </Link>
      }
    >
      <div className={styles.part}>
        {reading.error && !rows && <p className={styles.none}>{reading.error.message}</p>}
        {rows?.length === 0 && <p className={styles.none}>No cinema is behind</p>}
        {!rows && !reading.error && <Skeleton height={MOST_CINEMAS * 30} />}
        <ul className={styles.rows}>
          {rows?.map((row) => {
            const base = compare === 'year' ? row.year_before : row.before
            const change = moveOf(changeOf(row.now.revenue, base?.revenue))
            return (
              <li key={row.cinema_id}>
                <Link to={paths.analytics} search={{ cinemas: row.cinema_id } as never}>
                  {row.cinema_name}
                </Link>
                <span className={styles.amount}>{naira.full(Math.round(row.now.revenue))}</span>
                <span className={styles.moved}>{change ? <Pill change={change} days={days} /> : '–'}</span>
              </li>
            )
          })}
        </ul>
      </div>
    </Card>
  )
}

/** What opens soon, and what waits for whoever looks. */
function Coming() {
  const { now } = useChosen()
  const query = { from: now, until: addDays(now, OPENING_DAYS - 1), kinds: 'opening' }
  const { data: opening, error } = useRead(calendar.list, { query })
  const { data: approvalRequests } = useRead(pending.pending, {})
  const approvals = useRecordKind('approvalRequest')?.all?.('')
  const openings = opening?.entries.slice(0, MOST_OPENINGS)
  const more = (opening?.entries.length ?? 0) - MOST_OPENINGS
  return (
    <Card
      title="Opening soon"
      actions={
        approvals && approvalRequests && approvalRequests.count > 0 ? (
          <Link to={approvals} className={styles.more}>
            {approvalRequests.count} to approve
          </Link>
        ) : undefined
      }
    >
      <div className={styles.part}>
        {openings?.length === 0 && <p className={styles.none}>Nothing opens in the next {OPENING_DAYS} days</p>}
        {error && !opening && <p className={styles.none}>{error.message}</p>}
        {!error && !opening && <Skeleton height={MOST_CINEMAS * 30} />}
        <ul className={styles.rows}>
          {openings?.map(({ id, title, state, starts_at: at }) => (
            <li key={id}>
              <Link to={moviePaths.edit(id)}>{title}</Link>
              {state === NOT_APPROVED && <span className={styles.warning}>Not approved</span>}
              {at && <span className={styles.amount}>{showDayOf(at)}</span>}
            </li>
          ))}
        </ul>
        {more > 0 && (
          <p className={styles.none}>
            <Link to={moviePaths.comingSoon} className={styles.more}>
              and {more} more
            </Link>
          </p>
        )}
      </div>
    </Card>
  )
}
