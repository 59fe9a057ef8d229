import type { May } from '#contract/endpoint.ts'
import { Act } from '../ui/Act.tsx'
import styles from './RowActs.module.css'

type Props = {
  /** What the row is called, for those who hear it. */
  name: string
  edit: { may: May; onClick: () => void }
  /** `word` is what its button says. */
  remove: { word?: string; may: May; isBusy: boolean; onClick: () => void }
}

/** A row is edited, or taken away. */
export const RowActs = ({ name, edit, remove: { word = 'Delete', ...remove } }: Props) => (
  <span className={styles.acts}>
    <Act variant="subtle" size="compact-xs" may={edit.may} aria-label={`Edit ${name}`} onClick={edit.onClick}>
      Edit
    </Act>
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
