import { Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { MenuAction } from './ActionsMenu.tsx'
import styles from './ActionsMenuList.module.css'
import { OpenedAt } from './OpenedAt.tsx'
import type { Opened } from './useOpener.ts'

type Props = Opened & { entries: readonly (MenuAction & { reason: string | undefined })[] }

/** List of `ActionsMenu`. Disabled actions show their reason. */
export function ActionsMenuList({ id, opened, button, onChange, entries }: Props) {
  const navigate = useNavigate()
  return (
    <Menu id={id} opened={opened} onChange={onChange} position="bottom-end" shadow="md">
      <Menu.Target>
        <OpenedAt button={button} />
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ label, reason, danger, to, onClick }) => (
          <Menu.Item
            key={label}
            className={styles.entry!}
            {...(danger && !reason && { color: 'red' })}
            {...(reason
              ? { 'aria-disabled': true, 'data-disabled': true, closeMenuOnClick: false }
              : { onClick: () => (to ? void navigate({ to }) : onClick?.()) })}
          >
            {label}
            {reason && <span className={styles.reason}>{reason}</span>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
