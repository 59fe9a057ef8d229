import { ActionIcon, Menu } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconCheck } from '@tabler/icons-react'
import type { Column } from './columns.ts'

type Props<R> = { columns: readonly Column<R>[]; hidden: readonly string[]; onToggle: (id: string) => void }

/** Which columns stand in the table. */
export function ColumnMenu<R>({ columns, hidden, onToggle }: Props<R>) {
  return (
    <Menu position="bottom-end" shadow="md" closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label="Choose columns">
          <IconAdjustmentsHorizontal size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter((column) => !column.main)
          .map((column) => {
            const shown = !hidden.includes(column.id)
            return (
              <Menu.Item
                key={column.id}
                role="menuitemcheckbox"
                aria-checked={shown}
                leftSection={<IconCheck size={14} style={{ opacity: shown ? 1 : 0 }} />}
                onClick={() => onToggle(column.id)}
              >
                {column.title}
              </Menu.Item>
            )
          })}
      </Menu.Dropdown>
    </Menu>
  )
}
