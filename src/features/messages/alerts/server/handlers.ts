import { refusal } from '#contract/permissions.ts'
import type { App } from '#server/app.ts'
import { handle } from '#server/http/handle.ts'
import { notFound } from '#server/http/problem.ts'
import type { AlertKind } from '#server/alerts/raise.ts'
import { alerts, type KindChoice } from '../contract.ts'
import { describeChoice, type Choice } from '../rules.ts'
import { choiceIn, choicesOf, choose, countUnread, markAllRead, markRead, pageOfAlerts } from './store.ts'

export const handlers = handle(alerts, {
  list: async ({ app, db, me, query: { kind, state, ...paging } }) => {
    const page = await pageOfAlerts(db, me, { kind, isUnreadOnly: state === 'unread' }, paging)
    return { ...page, alerts: page.alerts.map((one) => ({ ...one, kindLabel: labelOf(app, one.kind) })) }
  },

  unread: async ({ db, me }) => ({ unread: await countUnread(db, me) }),

  read: async ({ db, me, params: { id }, now }) => {
    if (!(await markRead(db, me, id, now))) throw notFound('alert')
    return { unread: await countUnread(db, me) }
  },

  readAll: async ({ db, me, now }) => {
    await markAllRead(db, me, now)
    return { unread: await countUnread(db, me) }
  },

  choices: async ({ app, db, me }) => {
    const choices = await choicesOf(db, me.id)
    const offered = app.alertKinds.filter(({ permission }) => !refusal(me, permission))
    return {
      kinds: offered.map((kind) => toWire(kind, choiceIn(choices, kind.name))),
      dailyEmailAt: app.env.dailyEmailAt,
    }
  },

  choose: async ({ app, db, me, params, body, record }) => {
    const kind = app.alertKinds.find(({ name, permission }) => name === params.kind && !refusal(me, permission))
    if (!kind) throw notFound('kind of alert')
    const before = choiceIn(await choicesOf(db, me.id), kind.name)
    await choose(db, me.id, kind.name, body)
    await record({
      entity: 'admin',
      id: me.id,
      summary: `Changed their alert settings: ${kind.label}`,
      before: describeChoice(before),
      after: describeChoice(body),
    })
    return toWire(kind, body)
  },
})

const labelOf = ({ alertKinds }: App, kind: string) => alertKinds.find(({ name }) => name === kind)?.label ?? kind

const toWire = ({ name, label, about }: AlertKind, choice: Choice): KindChoice => ({
  kind: name,
  label,
  about,
  ...choice,
})
