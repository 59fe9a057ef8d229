import type { NoticeKind, Raised } from '#server/notices/raise.ts'
import type { ClaimedMail } from './sending.ts'

export const deadLetter: NoticeKind = {
  name: 'dead-letter',
  label: 'Letters that could not be sent',
  about: 'A letter was given up: its address refused it, or it was tried for too long.',
  permission: 'superadmin',
}

/** Whose letter it was, and why it failed, stands where it leads. */
export const saidOf = ({ kind }: Pick<ClaimedMail, 'kind'>, at: Date): Raised => ({
  key: '',
  title: 'A letter could not be sent',
  detail: `The last one was a letter of the kind “${kind.replaceAll('-', ' ')}”`,
  path: '/dashboard/connections',
  at,
})
