import type { Db } from '#server/db/connect.ts'
import { raiseAlert, type AlertKind } from '#server/alerts/raise.ts'

/** It is for the report's owner alone. */
export const reportFailed: AlertKind = {
  name: 'report-failed',
  label: 'Reports that could not be sent',
  about: 'A report of yours did not reach somebody.',
  permission: 'person',
}
export const reportHanded: AlertKind = {
  name: 'report-handed-over',
  label: 'Reports that are yours now',
  about: 'Somebody left, and you own their reports from now on.',
  permission: 'person',
}

type Of = { id: number; name: string; ownerId: number | null }
const pathOf = (id: number) => `/dashboard/reports/${id}`

export const alertFailed = async (tx: Db, { id, name, ownerId }: Of, detail: string, at: Date) => {
  if (ownerId === null) return
  await raiseAlert(tx, reportFailed, {
    key: String(id),
    title: `The report ${name} was not sent to everybody`,
    detail,
    path: pathOf(id),
    onlyId: ownerId,
    at,
  })
}

export const alertHandedOver = (tx: Db, { id, name, ownerId }: Of & { ownerId: number }, at: Date, isPaused: boolean) =>
  raiseAlert(tx, reportHanded, {
    key: String(id),
    title: `You own the report ${name} now`,
    detail: isPaused
      ? 'Its owner has left. It goes outside, so it is paused until you resume it'
      : 'Its owner has left',
    path: pathOf(id),
    onlyId: ownerId,
    at,
  })
