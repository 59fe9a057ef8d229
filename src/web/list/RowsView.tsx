import { NativeSelect, Switch } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import styles from './List.module.css'

type Props = {
  /** Name of the list, because a screen can have several. */
  of: string
  sizes: readonly number[]
  perPage: number
  onPerPage: (perPage: number) => void
  isDense: boolean
  onDense: (isDense: boolean) => void
}

/** Chooses the rows per page and their height. */
export function RowsView({ of, sizes, perPage, onPerPage, isDense, onDense }: Props) {
  const all = sizes.includes(perPage) ? sizes : [...sizes, perPage]
  return (
    <span className={styles.view}>
      <span aria-hidden>Rows per page</span>
      <NativeSelect
        className={styles.perPage!}
        size="xs"
        aria-label={`Rows per page of ${of}`}
        value={String(perPage)}
        data={all.map(String)}
        onChange={({ currentTarget }) => onPerPage(Number(currentTarget.value))}
        rightSection={<IconSelector size={14} />}
        rightSectionPointerEvents="none"
      />
      <Switch
        size="xs"
        label="Dense"
        aria-label={`Dense rows of ${of}`}
        checked={isDense}
        onChange={({ currentTarget }) => onDense(currentTarget.checked)}
      />
    </span>
  )
}
