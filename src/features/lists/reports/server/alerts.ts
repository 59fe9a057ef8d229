import type { Db } from '#server/db/connect.ts'
import { raiseAlert, type AlertKind } from '#server/alerts/raise.ts'

/** It is for the report's owner alone. */
export const reportFailed: AlertKind = {
  name: 'report-failed',
  label: 'Reports that could not be sent',
  about: 'One of your reports was not delivered to everyone',
  permission: 'person',
}
export const reportHanded: AlertKind = {
  name: 'report-handed-over',
  label: 'Reports transferred to you',
  about: 'A colleague left, and their reports are now yours',
  permission: 'person',
}

type Of = { id: number; name: string; ownerId: number | null }
const pathOf = (id: number) => `/dashboard/reports/${id}`

export const alertFailed = async (tx: Db, { id, name, ownerId }: Of, detail: string, at: Date) => {
  if (ownerId === null) return
  await raiseAlert(tx, reportFailed, {
    key: String(id),
    title: `The report ${name} was not sent to everyone`,
    detail,
    path: pathOf(id),
    onlyId: ownerId,
    at,
  })
}

export const alertHandedOver = (tx: Db, { id, name, ownerId }: Of & { ownerId: number }, at: Date, isPaused: boolean) =>
  raiseAlert(tx, reportHanded, {
    key: String(id),
    title: `You now own the report ${name}`,
    detail: isPaused
      ? 'The owner has left. The report has external recipients, so it is paused until you resume it.'
      : 'The owner has left',
    path: pathOf(id),
    onlyId: ownerId,
    at,
  })
