import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { permissionsOf } from '#contract/permissions.ts'
import type { Todays } from '#contract/business-day.ts'
import { isDay, showDay } from '#contract/time.ts'
import { WORKBOOK } from '#contract/workbook.ts'
import type { App } from '#server/app.ts'
import type { Route, Streamed } from '#server/http/handle.ts'
import { conflict, invalid } from '#server/http/problem.ts'
import type { Principal } from '#server/http/principal.ts'
import { queryOf, readFor } from '#server/http/read-for.ts'
import type { Attachment } from '#server/integrations/mail/port.ts'
import { ATTACHED_MOST, messages, ROWS_MOST, reportDays } from '../rules.ts'
import type { Stored } from './store.ts'
import { snapshotOf, type TableSnapshot } from './table.ts'

/** What can be sent: a list's or figures' file that takes a permission to export. */
export const isReportable = ({ method, stream, permission }: Endpoint): boolean =>
  method === 'GET' && stream === 'text/csv' && permissionsOf(permission).every((one) => one.endsWith(':export'))

/** @throws 422 for a call that is no such file */
export function routeOf(app: App, call: string): Route {
  const route = app.routes.get(call)
  if (!route || !isReportable(route.endpoint)) throw invalid({ call: messages.notAsReport })
  return route
}

type Of = Pick<Stored, 'id' | 'call' | 'params' | 'query' | 'every' | 'format'>
type Asking = { me: Principal; occasion: Date; note: string }

/** The file as somebody may read it now. @throws Refusal where they may not, or it cannot be asked so any more */
export async function openFile(app: App, report: Of, { me, occasion, note }: Asking): Promise<Streamed> {
  const { params, query } = report
  const day = reportDays(report, occasion, app.env)
  const reading = { me, params, query, day, requestId: `report-${report.id}`, note }
  return (await readFor(routeOf(app, report.call), app, reading)) as Streamed
}

export type Made = TableSnapshot & { attachment: Attachment | undefined }

/**
 * Reads the file through, for the email's words and its attachment; a file that is too large for one is left out.
 * @throws Refusal of too many rows too
 */
export async function makeFile(app: App, report: Of, asking: Asking): Promise<Made> {
  const { stream, name = 'report.csv', type, about, adds, totals } = await openFile(app, report, asking)
  const chunks: Buffer[] = []
  let size = 0
  const snapshot = await snapshotOf(
    (async function* () {
      for await (const chunk of stream as Readable) {
        const bytes = Buffer.from(chunk as Buffer | string)
        size += bytes.length
        if (size <= ATTACHED_MOST) chunks.push(bytes)
        yield bytes
      }
    })(),
    ROWS_MOST,
    { ...(adds && { adds }), hasAbout: about !== undefined },
  )
  if (!snapshot) throw conflict(messages.tooLong)
  const attach = async (): Promise<Attachment | undefined> => {
    if (size > ATTACHED_MOST) return
    if (report.format === 'csv') return { name, type: type ?? 'text/csv', content: Buffer.concat(chunks) }
    // Values go into a workbook as what they are, which their text does not tell any more.
    const { workbook } = await openFile(app, report, asking)
    if (!workbook) return { name, type: type ?? 'text/csv', content: Buffer.concat(chunks) }
    const content = await buffer(workbook(app.clock.now()))
    return content.length > ATTACHED_MOST
      ? undefined
      : { name: name.replace(/\.csv$/, '.xlsx'), type: WORKBOOK, content }
  }
  return { ...snapshot, totals: totals ? known(await totals()) : snapshot.totals, attachment: await attach() }
}

const known = (totals: Readonly<Record<string, number | null>>): TableSnapshot['totals'] =>
  Object.fromEntries(Object.entries(totals).flatMap(([title, total]) => (total === null ? [] : [[title, total]])))

/** Where one is in a list and how it is shown is no filter. */
const PAGING_PARAMETERS = /^(page|pageNo|perPage|pageSize|columns|sort)$/
const FROM = /^(start|from)|_?start$/i
const UNTIL = /^(end|until|to)|_?end$/i

const labelFor = (name: string) => {
  const spaced = name
    .replace(/_/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return spaced[0]!.toUpperCase() + spaced.slice(1)
}

/** The filters of a report with their days; of a call that takes them no more, as they were saved. */
export function filtersOf(
  app: App,
  { call, query, filterLabels, every }: Pick<Stored, 'call' | 'query' | 'filterLabels' | 'every'>,
  occasion: Date,
): { label: string; value: string }[] {
  const day = reportDays({ every }, occasion, app.env)
  const days = daysFor(app, call, query, day)
  const names = Object.keys(query).filter(
    (name) => !PAGING_PARAMETERS.test(name) && query[name] !== '' && !isEverything(app, call, name, query[name]!),
  )
  const [from, until] = [names.find((name) => FROM.test(name)), names.find((name) => UNTIL.test(name))]
  const isPeriod = from !== undefined && until !== undefined && isDay(days(from)) && isDay(days(until))
  const period = isPeriod ? [{ label: 'Period', value: `${showDay(days(from))} to ${showDay(days(until))}` }] : []
  const rest = names.filter((name) => !isPeriod || (name !== from && name !== until))
  return [
    ...period,
    ...rest.map((name) => {
      const word = filterLabels.find((one) => one.name === name)
      const value = days(name)
      return { label: word?.label ?? labelFor(name), value: isDay(value) ? showDay(value) : (word?.value ?? value) }
    }),
  ]
}

/** A choice that leaves nothing out, as it is where nobody chose. */
function isEverything(app: App, call: string, name: string, value: string): boolean {
  const field = (app.routes.get(call)?.endpoint.query as { shape?: Record<string, z.core.$ZodType> } | undefined)
    ?.shape?.[name]
  return /^all$/i.test(value) && field !== undefined && z.safeParse(field, undefined).data === value
}

function daysFor(app: App, call: string, query: Record<string, string>, day: Todays) {
  const route = app.routes.get(call)
  let requested: Record<string, unknown> = query
  try {
    if (route) requested = queryOf(route, query, day) as Record<string, unknown>
  } catch {
    // It says what was chosen; that it cannot be read any more is said when it is sent.
  }
  return (name: string): string => {
    const value = requested[name]
    return typeof value === 'string' ? value : query[name]!
  }
}
