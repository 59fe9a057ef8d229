import { useLocation, useSearch } from '@tanstack/react-router'
import type { Endpoint } from '#contract/endpoint.ts'
import { permissionsOf } from '#contract/permissions.ts'
import { todayOf } from '../ui/format.ts'
import { moving } from './moving.ts'

/** Labels of a filter and of its value. */
export type FilterWord = { name: string; label: string; value: string }

/** File as configured on its screen, for the feature that emails it. */
export type Reporting = {
  endpoint: Endpoint
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  filterLabels: readonly FilterWord[]
  /** Address of the screen below /dashboard. */
  path: string
  onClose: () => void
}

/** Mirrors the server's rule: the file needs a permission to export. */
export const isReportable = ({ permission }: Endpoint): boolean =>
  permissionsOf(permission).every((one) => one.endsWith(':export'))

/** The position in a list is not part of its address. */
const PASSING = ['page', 'pageNo', 'view']

/** Returns the part of a screen that is emailed. Dates that were not chosen in the calendar move with it. */
export function useReported(): (
  endpoint: Endpoint,
  query: object,
  params: object | undefined,
) => Pick<Reporting, 'query' | 'params' | 'path'> {
  const { pathname } = useLocation()
  const search = useSearch({ strict: false }) as Record<string, unknown>
  return (endpoint, query, params = {}) => {
    const here = Object.entries(search).filter(([name, value]) => !PASSING.includes(name) && value !== undefined)
    const address = new URLSearchParams(here.map(([name, value]) => [name, String(value)])).toString()
    return {
      query: Object.fromEntries(
        Object.entries(query).flatMap(([name, value]) =>
          value === undefined || value === ''
            ? []
            : [[name, moving(String(value), Object.values(search).map(String), todayOf(endpoint.query))]],
        ),
      ),
      params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
      path: pathname.split('/').slice(2).join('/') + (address && `?${address}`),
    }
  }
}
