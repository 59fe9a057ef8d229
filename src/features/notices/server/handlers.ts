import { refusal } from '#contract/permissions.ts'
import type { App } from '#server/app.ts'
import { handle } from '#server/http/handle.ts'
import { notFound } from '#server/http/problem.ts'
import type { NoticeKind } from '#server/notices/raise.ts'
import { notices, type KindChoice } from '../contract.ts'
import { choiceInWords, type Choice } from '../rules.ts'
import { choiceIn, choicesOf, choose, countUnread, markAllRead, markRead, pageOfNotices } from './store.ts'

export const handlers = handle(notices, {
  list: async ({ app, db, me, query: { kind, state, ...paging } }) => {
    const page = await pageOfNotices(db, me, { kind, isUnreadOnly: state === 'unread' }, paging)
    return { ...page, notices: page.notices.map((one) => ({ ...one, kindLabel: labelOf(app, one.kind) })) }
  },

  unread: async ({ db, me }) => ({ unread: await countUnread(db, me) }),

  read: async ({ db, me, params: { id }, now }) => {
    if (!(await markRead(db, me, id, now))) throw notFound('notice')
    return { unread: await countUnread(db, me) }
  },

  readAll: async ({ db, me, now }) => {
    await markAllRead(db, me, now)
    return { unread: await countUnread(db, me) }
  },

  choices: async ({ app, db, me }) => {
    const choices = await choicesOf(db, me.id)
    const offered = app.noticeKinds.filter(({ permission }) => !refusal(me, permission))
    return { kinds: offered.map((kind) => toWire(kind, choiceIn(choices, kind.name))), digestAt: app.env.dailyLetterAt }
  },

  choose: async ({ app, db, me, params, body, record }) => {
    const kind = app.noticeKinds.find(({ name, permission }) => name === params.kind && !refusal(me, permission))
    if (!kind) throw notFound('kind of notice')
    const before = choiceIn(await choicesOf(db, me.id), kind.name)
    await choose(db, me.id, kind.name, body)
    await record({
      entity: 'admin',
      id: me.id,
      summary: `Changed their notice settings: ${kind.label}`,
      before: choiceInWords(before),
      after: choiceInWords(body),
    })
    return toWire(kind, body)
  },
})

const labelOf = ({ noticeKinds }: App, kind: string) => noticeKinds.find(({ name }) => name === kind)?.label ?? kind

const toWire = ({ name, label, about }: NoticeKind, choice: Choice): KindChoice => ({
  kind: name,
  label,
  about,
  ...choice,
})
