/** What the office keeps: vouchers, payments and errors. */
import { errorLogs } from '#features/operations/error-logs/contract.ts'
import { feed } from '#features/operations/feed/contract.ts'
import { reconciliation } from '#features/payments/daily-finance/reconciliation-contract.ts'
import { vouchers } from '#features/marketing/vouchers/contract.ts'
import { maskedCode } from '#features/marketing/vouchers/rules.ts'
import { backTo, setting, type Action, type Reply } from './action-rules.ts'

const ofErrors = {
  rows: ['error', 'errors'],
  list: errorLogs.list,
  file: errorLogs.csv,
  select: (reply: Reply<typeof errorLogs.list>) =>
    reply.errors.map(({ id, message, version, state }) => ({
      id: String(id),
      title: message,
      version,
      undo: { state },
    })),
  call: errorLogs.setState,
  undo: { call: errorLogs.setState, ask: backTo },
} as const

const ofMismatches = {
  rows: ['mismatch', 'mismatches'],
  list: reconciliation.day,
  file: reconciliation.day,
  select: (reply: Reply<typeof reconciliation.day>) =>
    reply.mismatches.map(({ id, reference, version, resolvedAt, note }) => ({
      id: String(id),
      title: reference,
      version,
      undo: { resolved: resolvedAt !== null, note },
    })),
  call: reconciliation.resolve,
  undo: { call: reconciliation.resolve, ask: backTo },
} as const

const ofLines = {
  rows: ['line', 'lines'],
  list: feed.records,
  file: feed.recordsCsv,
  select: (reply: Reply<typeof feed.records>) =>
    reply.lines.map(({ id, external_id, record_type: recordType, version }) => ({
      id: String(id),
      title: `${recordType === 'refunds' ? 'Refund' : 'Purchase'} ${external_id}`,
      version,
      undo: null,
    })),
} as const

export const ofOffice: Readonly<Record<string, Action>> = {
  'vouchers.void': {
    label: 'Void',
    done: 'Voided',
    rows: ['voucher', 'vouchers'],
    list: vouchers.list,
    file: vouchers.list,
    select: (reply: Reply<typeof vouchers.list>, { id: group }) =>
      reply.vouchers.map(({ id, last4 }) => ({
        id: String(id),
        title: maskedCode(last4),
        version: null,
        undo: { group },
      })),
    call: vouchers.void,
    ask: ({ id, undo }) => ({ params: { id: undo?.group }, body: { ids: [Number(id)] } }),
  },
  'reconciliation.resolve': {
    ...ofMismatches,
    label: 'Resolve',
    done: 'Resolved',
    ask: (row, { note = '' }) => setting({ resolved: true, note })(row),
    fields: [{ name: 'note', label: 'Note', type: 'text', description: 'Cause of the difference' }],
  },
  'payment-logs.reopen': { ...ofMismatches, label: 'Reopen', done: 'Reopened', ask: setting({ resolved: false }) },
  'feed.release': { ...ofLines, label: 'Release', done: 'Released', call: feed.release, ask: setting({}) },
  'feed.reject': {
    ...ofLines,
    label: 'Reject',
    done: 'Rejected',
    call: feed.reject,
    ask: (row, { note = '' }) => setting({ note })(row),
    fields: [
      {
        name: 'note',
        label: 'Reason',
        type: 'text',
        description: 'The sender sees this reason if it sends the record again',
        isNeeded: true,
      },
    ],
    undo: { call: feed.reopen, ask: setting({}) },
  },
  'error-logs.resolve': { ...ofErrors, label: 'Resolve', done: 'Resolved', ask: setting({ state: 'resolved' }) },
  'error-logs.ignore': { ...ofErrors, label: 'Ignore', done: 'Ignored', ask: setting({ state: 'ignored' }) },
  'error-logs.reopen': { ...ofErrors, label: 'Reopen', done: 'Reopened', ask: setting({ state: 'open' }) },
}
