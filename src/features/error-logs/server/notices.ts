import type { NoticeKind, Raised } from '#server/notices/raise.ts'

export const newError: NoticeKind = {
  name: 'new-error',
  label: 'New kinds of error',
  about: 'An error of the server, the shop, the app or this office that has not happened before.',
  may: 'error-logs:read',
}

/** Its words are masked. A release that brings many is one notice, with the last of them. */
export const saidOf = ({ id, message, at }: { id: number; message: string; at: Date }): Raised => ({
  key: '',
  title: 'A new kind of error',
  detail: message.slice(0, 300),
  path: `/dashboard/error-logs?error=${id}`,
  at,
})
