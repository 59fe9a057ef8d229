import { Menu } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
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
      <Menu.RadioGroup value={sort ?? ''} onChange={(to) => onSort(to || undefined)}>
        <Menu.RadioItem value="" closeMenuOnClick>
          Usual order
        </Menu.RadioItem>
        {columns.flatMap(({ title, sort: by }) => [
          <Menu.RadioItem key={by} value={by!} closeMenuOnClick>
            {title}, ascending
          </Menu.RadioItem>,
          <Menu.RadioItem key={`-${by}`} value={`-${by}`} closeMenuOnClick>
            {title}, descending
          </Menu.RadioItem>,
        ])}
      </Menu.RadioGroup>
    </Menu.Dropdown>
  </Menu>
)
