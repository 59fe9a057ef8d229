import { ActionIcon, Menu } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { Column } from './columns.ts'

type Props<R> = { columns: readonly Column<R>[]; hidden: readonly string[]; onToggle: (id: string) => void }

/** Which columns stand in the table. */
export const ColumnMenu = <R,>({ columns, hidden, onToggle }: Props<R>) => (
  <Menu position="bottom-end" shadow="md">
    <Menu.Target>
      <ActionIcon variant="default" size={30} aria-label="Choose columns">
        <IconAdjustmentsHorizontal size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {columns
        .filter((column) => !column.main)
        .map((column) => (
          <Menu.CheckboxItem key={column.id} checked={!hidden.includes(column.id)} onChange={() => onToggle(column.id)}>
            {column.title}
          </Menu.CheckboxItem>
        ))}
    </Menu.Dropdown>
  </Menu>
)
