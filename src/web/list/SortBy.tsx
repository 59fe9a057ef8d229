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

/** The order of the rows on a phone, where they are cards and there are no headings to press. */
export function SortBy<R>({ columns, sort, onSort }: Props<R>) {
  const { opener, popup } = useOpener('menu', LazyListMenu)
  const entry = (label: string, by: string | undefined) => ({
    label,
    isChosen: sort === by,
    onChoose: () => onSort(by),
  })
  const entries = [
    entry('Usual order', undefined),
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
