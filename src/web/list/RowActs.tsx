import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { May } from '#contract/endpoint.ts'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '../api/session.ts'
import { Act } from '../ui/Act.tsx'
import styles from './RowActs.module.css'

type Edit = { may: May } & ({ onClick: () => void; to?: never } | { to: string; onClick?: never })
type Props = {
  /** What the row is called, for those who hear it. */
  name: string
  /** On this screen, or on one of its own; undefined where it cannot be changed any more. */
  edit: Edit | undefined
  /** `word` is what its button says. */
  remove: { word?: string; may: May; isBusy: boolean; onClick: () => void }
}

/** A row is edited, or taken away. */
export const RowActs = ({ name, edit, remove: { word = 'Delete', ...remove } }: Props) => (
  <span className={styles.acts}>
    {edit && <EditAct {...edit} label={`Edit ${name}`} />}
    <Act
      variant="subtle"
      color="red"
      size="compact-xs"
      may={remove.may}
      loading={remove.isBusy}
      aria-label={`${word} ${name}`}
      onClick={remove.onClick}
    >
      {word}
    </Act>
  </span>
)

function EditAct({ may, to, onClick, label }: Edit & { label: string }) {
  const me = useMe()
  const look = { variant: 'subtle', size: 'compact-xs', 'aria-label': label } as const
  return to && !refusal(me, may) ? (
    <Button component={Link} to={to} {...look}>
      Edit
    </Button>
  ) : (
    <Act {...look} may={may} onClick={onClick}>
      Edit
    </Act>
  )
}
