import { ActionIcon } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useOpener } from '../ui/useOpener.ts'
import type { Column } from './columns.ts'
import { LazyListMenu } from './menu.ts'

type Props<R> = { columns: readonly Column<R>[]; hidden: readonly string[]; onToggle: (id: string) => void }

/** Chooses the columns of the table. */
export function ColumnMenu<R>({ columns, hidden, onToggle }: Props<R>) {
  const { opener, popup } = useOpener('menu', LazyListMenu)
  const entries = columns
    .filter((column) => !column.main)
    .map(({ id, title }) => ({ label: title, isChosen: !hidden.includes(id), onChoose: () => onToggle(id) }))
  return (
    <>
      <ActionIcon variant="default" size={30} aria-label="Choose columns" {...opener}>
        <IconAdjustmentsHorizontal size={16} />
      </ActionIcon>
      <LazyListMenu {...popup} position="bottom-end" kind="some" entries={entries} />
    </>
  )
}
