import { IconArrowsSort } from '@tabler/icons-react'
import { useOpener } from '../ui/useOpener.ts'
import type { Column } from './columns.ts'
import styles from './List.module.css'
import { LazyListMenu } from './menu.ts'

type Props<R> = {
  columns: readonly Column<R>[]
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}

/** Order of the rows on a phone, where cards have no headings. */
export function SortBy<R>({ columns, sort, onSort }: Props<R>) {
  const { opener, popup } = useOpener('menu', LazyListMenu)
  const entry = (label: string, by: string | undefined) => ({
    label,
    isChosen: sort === by,
    onChoose: () => onSort(by),
  })
  const entries = [
    entry('Default order', undefined),
    ...columns.flatMap(({ title, sort: by }) => [
      entry(`${title}, ascending`, by),
      entry(`${title}, descending`, `-${by}`),
    ]),
  ]
  return (
    <>
      <button type="button" className={styles.sortBy} {...opener}>
        <IconArrowsSort size={13} /> Sort
      </button>
      <LazyListMenu {...popup} position="bottom-end" kind="one" entries={entries} />
    </>
  )
}
