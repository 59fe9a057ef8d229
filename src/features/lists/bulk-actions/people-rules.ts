/** Customers, members of the kids club, and who works in the office. */
import { nameOf } from '#contract/session.ts'
import { admins } from '#features/access/admins/contract.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { kidsClub } from '#features/customers/kids-club/contract.ts'
import { points } from '#features/customers/points/contract.ts'
import { byId, type Action, type Reply } from './action-rules.ts'

const award = {
  label: 'Award points',
  title: 'Award points to',
  done: 'Awarded points to',
  rows: ['customer', 'customers'],
  call: points.award,
  ask: ({ id }, { points: amount = 0, reason = '' }) => ({
    params: { id },
    body: { points: Number(amount), reason },
  }),
  result: ({ line_id }: Reply<typeof points.award>) => ({ undo: { line_id } }),
  undo: {
    call: points.reverse,
    ask: ({ undo }) => ({ params: { id: undo!.line_id }, body: { reason: 'Undone in a bulk action' } }),
  },
  fields: [
    { name: 'points', label: 'Points', type: 'number' },
    { name: 'reason', label: 'Reason', type: 'text' },
  ],
} satisfies Partial<Action>

const ofAdmins = {
  rows: ['admin', 'admins'],
  list: admins.list,
  file: admins.csv,
  select: (reply: Reply<typeof admins.list>) =>
    (Array.isArray(reply) ? reply : reply.admins).map((admin) => ({
      id: String(admin.id),
      title: nameOf(admin),
      version: null,
      undo: null,
    })),
  ask: byId,
} as const

export const ofPeople: Readonly<Record<string, Action>> = {
  'customers.award': {
    ...award,
    list: customers.list,
    file: customers.listCsv,
    select: (reply: Reply<typeof customers.list>) =>
      reply.users.map(({ userId, firstName, lastName }) => ({
        id: String(userId),
        title: `${firstName} ${lastName}`,
        version: null,
        undo: null,
      })),
  },
  'points.award': {
    ...award,
    list: points.list,
    file: points.csv,
    select: (reply: Reply<typeof points.list>) =>
      reply.members.map(({ id, full_name: title }) => ({ id: String(id), title, version: null, undo: null })),
  },
  'kids-club.remove': {
    label: 'Remove',
    done: 'Removed',
    rows: ['kids club member', 'kids club members'],
    list: customers.all,
    file: customers.allCsv,
    exportPermission: 'kids-club:export',
    select: (reply: Reply<typeof customers.all>) =>
      reply.users.map(({ userId, firstName, lastName }) => ({
        id: String(userId),
        title: `${firstName} ${lastName}`,
        version: null,
        undo: null,
      })),
    isOffered: ({ forKidsClub }) => forKidsClub === 'true',
    call: kidsClub.remove,
    ask: byId,
    result: ({ guardianName, consentDate, consentSource, createdAt }: Reply<typeof kidsClub.remove>) => ({
      undo: { guardianName, consentDate, consentSource, joinedAt: createdAt },
    }),
    undo: { call: kidsClub.add, ask: ({ id, undo }) => ({ body: { userId: Number(id), ...undo } }) },
  },
  'admins.invite': {
    ...ofAdmins,
    label: 'Send invitation again',
    title: 'Send the invitation again to',
    done: 'Sent the invitation again to',
    call: admins.inviteAgain,
  },
  'admins.take-back': {
    ...ofAdmins,
    label: 'Revoke invitation',
    title: 'Revoke the invitation of',
    done: 'Revoked the invitation of',
    call: admins.withdrawInvitation,
  },
  'admins.sign-out': {
    ...ofAdmins,
    label: 'Sign out',
    done: 'Signed out',
    call: admins.endSessions,
  },
  'admins.delete': {
    ...ofAdmins,
    label: 'Delete',
    done: 'Deleted',
    call: admins.remove,
    undo: { call: admins.restore, ask: byId },
  },
}
