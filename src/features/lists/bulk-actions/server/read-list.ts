import { dayOf } from '#contract/time.ts'
import type { App } from '#server/app.ts'
import { parse } from '#server/http/handle.ts'
import type { Principal } from '#server/http/principal.ts'
import { queryOf, readFor } from '#server/http/read-for.ts'
import type { Action, Query, Selected, Values } from '../action-rules.ts'
import { nameOf } from '#contract/endpoint.ts'

const PAGE_ROWS = 500

const today = (app: App) => dayOf(app.clock.now(), app.env.zone)

/** @throws 422 where the list does not take it */
export function assertQueryable(app: App, { list, reads }: Action, query: Query, values: Values): void {
  const sent = reads ? (reads(query, values, 0) ?? {}) : query
  parse(list.params, sent)
  queryOf({ endpoint: list }, sent, today(app))
}

/** A page of a list, from 1 on, as somebody sees it. @throws as the list does */
export async function readList(
  app: App,
  { list, paging = ['page', 'perPage'], reads, select }: Action,
  me: Principal,
  query: Query,
  values: Values,
  page: number,
): Promise<{ rows: Selected[]; isLast: boolean }> {
  const sent = reads ? reads(query, values, page - 1) : query
  if (!sent) return { rows: [], isLast: true }
  const [pageName, sizeName] = paging
  const reading = {
    me,
    params: sent,
    query: sent,
    beyond: reads ? {} : { [pageName]: page, [sizeName]: PAGE_ROWS },
    day: today(app),
    requestId: '',
  }
  const rows = select((await readFor(app.routes.get(nameOf(list))!, app, reading)) as never, query)
  return { rows, isLast: reads ? !reads(query, values, page) : rows.length < PAGE_ROWS }
}
