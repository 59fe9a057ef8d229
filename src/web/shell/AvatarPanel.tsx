import { useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useMe } from '../api/session.ts'
import type { Scheme } from '../scheme.ts'
import styles from './AvatarMenu.module.css'
import { ACCOUNT } from './nav.ts'
import { useSignOut } from './useSignOut.ts'

const schemes = [
  { scheme: 'dark', label: 'Dark', Icon: IconMoon },
  { scheme: 'light', label: 'Light', Icon: IconSun },
  { scheme: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const satisfies { scheme: Scheme; label: string; Icon: typeof IconSun }[]

type Props = { opened: boolean; button: HTMLElement | null; onClose: (how: { refocus: boolean }) => void }

/** Menu with the usual keys: arrows, Home and End move, Escape and Tab leave. */
export function AvatarPanel({ opened, button, onClose }: Props) {
  const me = useMe()
  const signOut = useSignOut()
  const navigate = useNavigate()
  const menu = useRef<HTMLDivElement>(null)
  const { colorScheme, setColorScheme } = useMantineColorScheme()

  useEffect(() => {
    if (!opened) return
    const items = itemsOf(menu.current)
    ;(items.find((item) => item.ariaChecked === 'true') ?? items[0])?.focus()
    const outside = ({ target }: Event) => {
      const isInside = menu.current?.contains(target as Node) || button?.contains(target as Node)
      if (!isInside) onClose({ refocus: false })
    }
    addEventListener('pointerdown', outside)
    return () => removeEventListener('pointerdown', outside)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [opened])

  if (!opened) return null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onClose({ refocus: true })
    if (event.key === 'Tab') return onClose({ refocus: false })
    const items = itemsOf(menu.current)
    const at = items.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    items[to % items.length]?.focus()
  }

  return (
    <div className={styles.panel}>
      <div className={styles.person}>
        <p className={styles.name}>{`${me.firstName} ${me.lastName}`}</p>
        <p className={styles.more}>{me.email}</p>
        <p className={styles.more}>
          {me.role && me.role !== me.userType ? `${me.userType} · ${me.role}` : me.userType}
        </p>
      </div>
      <div ref={menu} role="menu" aria-label="Account and theme" tabIndex={-1} onKeyDown={onKeyDown}>
        <div role="group" aria-label="Theme" className={styles.group}>
          {schemes.map(({ scheme, label, Icon }) => (
            <button
              key={scheme}
              type="button"
              role="menuitemradio"
              aria-checked={colorScheme === scheme}
              tabIndex={-1}
              className={styles.item}
              onClick={() => setColorScheme(scheme)}
            >
              <Icon size={16} stroke={1.6} aria-hidden />
              {label}
              {colorScheme === scheme && <IconCheck size={15} className={styles.check} aria-hidden />}
            </button>
          ))}
        </div>
        <div role="none" className={styles.group}>
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={styles.item}
            onClick={() => {
              onClose({ refocus: false })
              void navigate({ to: ACCOUNT })
            }}
          >
            <IconUser size={16} stroke={1.6} aria-hidden />
            My account
          </button>
          <button type="button" role="menuitem" tabIndex={-1} className={styles.item} onClick={signOut}>
            <IconLogout size={16} stroke={1.6} aria-hidden />
            Log out
          </button>
        </div>
      </div>
    </div>
  )
}

const itemsOf = (menu: HTMLElement | null) => [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
