import { Menu } from '@mantine/core'
import { OpenedAt } from '../ui/OpenedAt.tsx'
import type { Opened } from '../ui/useOpener.ts'
import styles from './List.module.css'

type Entry = { label: string; onChoose: () => void }
type Props = Opened & {
  position: 'bottom-start' | 'bottom-end'
} & (
    | { kind: 'groups'; groups: readonly { label: string; entries: readonly Entry[] }[] }
    | { kind: 'one'; entries: readonly (Entry & { isChosen: boolean })[] }
    | { kind: 'some'; entries: readonly (Entry & { isChosen: boolean })[] }
  )

/** Menu above a list: entries in groups, with one or several choices. */
export const ListMenu = ({ id, opened, button, onChange, position, ...menu }: Props) => (
  <Menu id={id} opened={opened} onChange={onChange} position={position} shadow="md">
    <Menu.Target>
      <OpenedAt button={button} />
    </Menu.Target>
    <Menu.Dropdown className={styles.choices!}>
      {menu.kind === 'groups' ? (
        menu.groups.map((group) => (
          <div key={group.label} role="none">
            <Menu.Label>{group.label}</Menu.Label>
            {group.entries.map((entry) => (
              <Menu.Item key={entry.label} onClick={entry.onChoose}>
                {entry.label}
              </Menu.Item>
            ))}
          </div>
        ))
      ) : menu.kind === 'one' ? (
        <Menu.RadioGroup
          value={String(menu.entries.findIndex(({ isChosen }) => isChosen))}
          onChange={(at) => menu.entries[Number(at)]?.onChoose()}
        >
          {menu.entries.map((entry, at) => (
            <Menu.RadioItem key={entry.label} value={String(at)} closeMenuOnClick>
              {entry.label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      ) : (
        menu.entries.map((entry) => (
          <Menu.CheckboxItem key={entry.label} checked={entry.isChosen} onChange={entry.onChoose}>
            {entry.label}
          </Menu.CheckboxItem>
        ))
      )}
    </Menu.Dropdown>
  </Menu>
)
