import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { RequiredPermission } from '#contract/endpoint.ts'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '../api/session.ts'
import { Act } from '../ui/Act.tsx'
import { ActsMenu, type MenuAct } from '../ui/ActsMenu.tsx'
import styles from './RowActs.module.css'

type Edit = { permission: RequiredPermission } & ({ onClick: () => void; to?: never } | { to: string; onClick?: never })
/** `word` is what its button says. */
type Remove = {
  word?: string
  permission: RequiredPermission
  disabledReason?: string | undefined
  isBusy: boolean
  onClick: () => void
}
type Props = {
  /** What the row is called, for those who hear it. */
  name: string
  /** On this screen, or on one of its own; undefined where it cannot be changed any more. */
  edit: Edit | undefined
  /** Another one is made that begins as this one is. */
  duplicate?: Edit
  /** Undefined where it cannot be taken away any more. */
  remove: Remove | undefined
}

/** Where a row is a card (List.module.css). */
const PHONE = '(max-width: 640px)'

/** A row is edited, made another one of, or taken away: by a button each, and on a phone in one menu. */
export function RowActs({ name, edit, duplicate, remove }: Props) {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  if (isPhone) {
    const acts: MenuAct[] = [
      ...(edit ? [{ ...edit, label: 'Edit' }] : []),
      ...(duplicate ? [{ ...duplicate, label: 'Duplicate' }] : []),
      ...(remove ? [{ ...remove, label: remove.word ?? 'Delete', danger: true }] : []),
    ]
    return acts.length > 0 && <ActsMenu of={name} acts={acts} isBusy={remove?.isBusy} />
  }
  return (
    <span className={styles.acts} data-row-acts>
      {edit && <LinkAct {...edit} word="Edit" of={name} />}
      {duplicate && <LinkAct {...duplicate} word="Duplicate" of={name} />}
      {remove && <RemoveAct {...remove} of={name} />}
    </span>
  )
}

const RemoveAct = ({ word = 'Delete', of, isBusy, ...act }: Remove & { of: string }) => (
  <Act variant="subtle" color="red" size="compact-xs" loading={isBusy} aria-label={`${word} ${of}`} {...act}>
    {word}
  </Act>
)

function LinkAct({ permission, to, onClick, word, of }: Edit & { word: string; of: string }) {
  const me = useMe()
  const look = { variant: 'subtle', size: 'compact-xs', 'aria-label': `${word} ${of}` } as const
  return to && !refusal(me, permission) ? (
    <Button component={Link} to={to} {...look}>
      {word}
    </Button>
  ) : (
    <Act {...look} permission={permission} onClick={onClick}>
      {word}
    </Act>
  )
}
