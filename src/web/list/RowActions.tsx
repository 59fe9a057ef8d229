import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '../api/session.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { ActionsMenu, type MenuAction } from '../ui/ActionsMenu.tsx'
import styles from './RowActions.module.css'

type Edit = { permission: RequiredPermission } & ({ onClick: () => void; to?: never } | { to: string; onClick?: never })
/** `word` is the label of the button. */
type Remove = {
  word?: string
  permission: RequiredPermission
  disabledReason?: string | undefined
  isBusy: boolean
  onClick: () => void
}
type Props = {
  /** Name of the row for screen readers. */
  name: string
  /** Edits on this screen or on another; undefined where the row cannot be changed. */
  edit: Edit | undefined
  /** Creates a copy. */
  duplicate?: Edit
  /** Undefined where the row cannot be removed. */
  remove: Remove | undefined
}

/** Width below which a row is a card (List.module.css). */
const PHONE = '(max-width: 640px)'

/** Actions of a row (edit, duplicate, remove): a button each, or one menu on a phone. */
export function RowActions({ name, edit, duplicate, remove }: Props) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  if (isPhone) {
    const actions: MenuAction[] = [
      ...(edit ? [{ ...edit, label: 'Edit' }] : []),
      ...(duplicate ? [{ ...duplicate, label: 'Duplicate' }] : []),
      ...(remove ? [{ ...remove, label: remove.word ?? 'Delete', danger: true }] : []),
    ]
    return actions.length > 0 && <ActionsMenu of={name} actions={actions} isBusy={remove?.isBusy} />
  }
  return (
    <span className={styles.actions} data-row-actions>
      {edit && <LinkAction {...edit} word="Edit" of={name} />}
      {duplicate && <LinkAction {...duplicate} word="Duplicate" of={name} />}
      {remove && <RemoveAction {...remove} of={name} />}
    </span>
  )
}

const RemoveAction = ({ word = 'Delete', of, isBusy, ...action }: Remove & { of: string }) => (
  <ActionButton
    variant="subtle"
    color="red"
    size="compact-xs"
    loading={isBusy}
    aria-label={`${word} ${of}`}
    {...action}
  >
    {word}
  </ActionButton>
)

function LinkAction({ permission, to, onClick, word, of }: Edit & { word: string; of: string }) {
  const me = useMe()
  const look = { variant: 'subtle', size: 'compact-xs', 'aria-label': `${word} ${of}` } as const
  return to && !refusal(me, permission) ? (
    <Button component={Link} to={to} {...look}>
      {word}
    </Button>
  ) : (
    <ActionButton {...look} permission={permission} onClick={onClick}>
      {word}
    </ActionButton>
  )
}
