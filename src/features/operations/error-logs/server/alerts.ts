import type { AlertKind, Raised } from '#server/alerts/raise.ts'
import { ORIGIN_LABELS, type Origin } from '../rules.ts'

export const newError: AlertKind = {
  name: 'new-error',
  label: 'New errors',
  about: 'A new error in the server, web shop, app or Marquee',
  permission: 'error-logs:read',
}

type NewError = { id: number; origin: Origin; component: string; at: Date }

/** Where it happened: its message, which may name somebody, stays in the log. A release that brings many is one alert. */
export const alertOf = ({ id, origin, component, at }: NewError): Raised => ({
  key: '',
  title: 'New error',
  detail: [ORIGIN_LABELS[origin], component].filter(Boolean).join(' · '),
  path: `/dashboard/error-logs?error=${id}`,
  at,
})
