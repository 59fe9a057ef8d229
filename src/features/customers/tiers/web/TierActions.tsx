import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useSave } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { tiers, type Plan } from '../contract.ts'
import styles from './Tiers.module.css'

type Props = { plan: Plan; count: number; isDeleting: boolean; onEdit: () => void; onDelete: () => void }

/** What can be done with one plan of the list. */
export function TierActions({ plan, count, isDeleting, onEdit, onDelete }: Props) {
  const { product_id: id, product_name: name, place } = plan
  const move = useSave(tiers.change, { says: false })
  const moveTo = (to: number) => move.mutate({ params: { id }, body: { place: to } })
  return (
    <span className={styles.actions}>
      <ActionButton
        variant="subtle"
        size="compact-xs"
        permission={tiers.change.permission}
        aria-label={`Move ${name} up`}
        disabledReason={place === 1 ? 'This tier is first' : undefined}
        onClick={() => moveTo(place - 1)}
      >
        <IconArrowUp size={14} />
      </ActionButton>
      <ActionButton
        variant="subtle"
        size="compact-xs"
        permission={tiers.change.permission}
        aria-label={`Move ${name} down`}
        disabledReason={place === count ? 'This tier is last' : undefined}
        onClick={() => moveTo(place + 1)}
      >
        <IconArrowDown size={14} />
      </ActionButton>
      <ActionButton
        variant="subtle"
        size="compact-xs"
        permission={tiers.change.permission}
        aria-label={`Edit ${name}`}
        onClick={onEdit}
      >
        Edit
      </ActionButton>
      <ActionButton
        variant="subtle"
        color="red"
        size="compact-xs"
        permission={tiers.retire.permission}
        loading={isDeleting}
        aria-label={`Delete ${name}`}
        onClick={onDelete}
      >
        Delete
      </ActionButton>
    </span>
  )
}
