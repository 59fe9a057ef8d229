import { Menu } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import type { Column } from './columns.ts'
import styles from './List.module.css'

type Props<R> = {
  columns: readonly Column<R>[]
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}

/** The order of the rows on a phone, where they are cards and there are no headings to press. */
export const SortBy = <R,>({ columns, sort, onSort }: Props<R>) => (
  <Menu position="bottom-end" shadow="md">
    <Menu.Target>
      <button type="button" className={styles.sortBy}>
        <IconArrowsSort size={13} /> Sort
      </button>
    </Menu.Target>
    <Menu.Dropdown className={styles.choices!}>
      {columns.flatMap(({ id, title, sort: by }) =>
        [by!, `-${by}`].map((way) => (
          <Menu.Item
            key={`${id} ${way}`}
            role="menuitemradio"
            aria-checked={way === sort}
            leftSection={way === by ? <IconArrowUp size={14} /> : <IconArrowDown size={14} />}
            {...(way === sort && { c: 'var(--accent)' })}
            onClick={() => onSort(way === sort ? undefined : way)}
          >
            {title}, {way === by ? 'ascending' : 'descending'}
          </Menu.Item>
        )),
      )}
    </Menu.Dropdown>
  </Menu>
)
