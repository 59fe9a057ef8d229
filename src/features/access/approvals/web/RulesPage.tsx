import { lazy, Suspense, useState } from 'react'
import { APPROVAL_ACTIONS } from '#contract/approval.ts'
import { counted } from '#contract/counted.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { useList } from '#web/list/useList.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { approvals, type Rule } from '../contract.ts'
import { describeRule } from '../rules.ts'
import styles from './Approvals.module.css'
import { paths } from './paths.ts'

// Fetched when it is opened.
const RuleDialog = lazy(() => import('./RuleDialog.tsx'))

/** From how much on which act needs a second person. */
export function RulesPage() {
  const list = useList(approvals.rules, {
    label: 'Approval rules',
    rows: (all) => all,
    perPage: Object.keys(APPROVAL_ACTIONS).length,
  })
  const [open, setOpen] = useState<Rule>()
  const columns: Column<Rule>[] = [
    {
      id: 'action',
      title: 'Rule',
      main: true,
      width: '44%',
      cell: ({ action }) => (
        <span className={styles.action}>
          {APPROVAL_ACTIONS[action].label}
          <span className={styles.note}>{APPROVAL_ACTIONS[action].note}</span>
        </span>
      ),
    },
    {
      id: 'rule',
      title: 'Needs approval',
      cell: ({ action, threshold }) => (
        <StatusPill tone={threshold === null ? 'neutral' : 'good'}>{describeRule(action, threshold)}</StatusPill>
      ),
    },
    {
      id: 'hours',
      title: 'Expires after',
      cell: ({ threshold, hours }) =>
        threshold === null ? '–' : hours % 24 ? counted(hours, 'hour') : counted(hours / 24, 'day'),
    },
    { id: 'mail', title: 'Email', cell: ({ threshold, isEmailed }) => (threshold !== null && isEmailed ? 'Yes' : '–') },
    {
      id: 'acts',
      title: 'Actions',
      bare: true,
      cell: (rule) => (
        <ActionButton
          variant="subtle"
          size="compact-xs"
          permission={approvals.setRule.permission}
          aria-label={`Edit the rule for ${APPROVAL_ACTIONS[rule.action].label}`}
          onClick={() => setOpen(rule)}
        >
          Edit
        </ActionButton>
      ),
    },
  ]
  return (
    <ListScreen
      {...list}
      title="Approval rules"
      back={paths.all}
      note="Anyone who can make a change can request it. It happens when someone else with the same permission approves it."
      columns={columns}
      rowKey={({ action }) => action}
      empty={{ title: 'No rules', text: '' }}
    >
      <Suspense>{open && <RuleDialog rule={open} onClose={() => setOpen(undefined)} />}</Suspense>
    </ListScreen>
  )
}
