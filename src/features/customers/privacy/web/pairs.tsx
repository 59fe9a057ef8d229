import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { counted } from '#contract/counted.ts'
import { showPhone } from '#contract/phone.ts'
import { paths as customerPaths } from '#features/customers/customers/web/paths.ts'
import { useSave } from '#web/api/queries.ts'
import type { Column } from '#web/list/columns.ts'
import { showToast } from '#web/shell/toasts.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { parted } from '#web/ui/breakable.tsx'
import { showDay, showDayOf } from '#web/ui/format.ts'
import { StatusPill } from '#web/ui/StatusPill.tsx'
import { privacy, type DuplicatePair, type DuplicateRecord } from '../contract.ts'
import { messages } from '../rules.ts'
import { paths } from './paths.ts'
import styles from './Privacy.module.css'

/** What is said of somebody in one line, which breaks between one thing and the next alone. */
const Together = ({ parts, instead }: { parts: readonly (string | null)[]; instead?: string }) => (
  <span>
    {parts.some(Boolean)
      ? parts.filter(Boolean).map((part, at) => (
          <Fragment key={part}>
            {at > 0 && ' · '}
            <span className={styles.part}>{parted(part)}</span>
          </Fragment>
        ))
      : instead}
  </span>
)

const nameOf = ({ firstName, lastName, email, id }: DuplicateRecord) =>
  `${firstName} ${lastName}`.trim() || email || `Customer ${id}`

/** What tells two records apart. */
const RecordCard = ({ of: record }: { of: DuplicateRecord }) => (
  <div className={styles.record}>
    <Link to={customerPaths.profile(record.id)}>{nameOf(record)}</Link>
    <Together parts={[record.email, showPhone(record.mobile ?? '')]} instead="No email, no phone" />
    <Together
      parts={[
        record.dateOfBirth && `Born ${showDay(record.dateOfBirth)}`,
        `Since ${showDayOf(record.createdAt)}`,
        counted(record.purchases, 'purchase'),
      ]}
    />
  </div>
)

/** The columns of pairs, with what can be done about one: wherever pairs are listed. */
export function usePairColumns(): Column<DuplicatePair>[] {
  const restore = useSave(privacy.undismiss)
  const dismiss = useSave(privacy.dismiss, {
    says: false,
    onSuccess: (_, { body }) =>
      showToast('success', messages.dismissed, { label: 'Undo', onAction: () => restore.mutate({ body }) }),
  })
  return [
    { id: 'one', title: 'First account', main: true, width: '32%', cell: ({ one }) => <RecordCard of={one} /> },
    { id: 'other', title: 'Second account', wide: true, width: '32%', cell: ({ other }) => <RecordCard of={other} /> },
    {
      id: 'same',
      title: 'Matches on',
      bare: true,
      cell: ({ samePhone, sameNameAndBirth }) => (
        <span className={styles.same}>
          {samePhone && <StatusPill tone="warn">Phone</StatusPill>}
          {sameNameAndBirth && <StatusPill tone="warn">Name</StatusPill>}
        </span>
      ),
    },
    {
      id: 'acts',
      title: 'Actions',
      bare: true,
      wide: true,
      cell: ({ one, other }) => {
        const both = `${nameOf(one)} and ${nameOf(other)}`
        return (
          <span className={styles.actions}>
            <Button
              component={Link}
              to={paths.merge(one.id, other.id)}
              variant="subtle"
              size="compact-xs"
              aria-label={`Compare and merge ${both}`}
            >
              Compare and merge
            </Button>
            <ActionButton
              variant="subtle"
              c="dimmed"
              size="compact-xs"
              permission={privacy.dismiss.permission}
              aria-label={`${both} are not the same person`}
              onClick={() => dismiss.mutate({ body: { one: one.id, other: other.id } })}
            >
              Not the same person
            </ActionButton>
          </span>
        )
      },
    },
  ]
}

export const pairKey = ({ one, other }: DuplicatePair) => `${one.id}-${other.id}`
