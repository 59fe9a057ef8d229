import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import { useMe } from '../api/session.ts'
import type { Scheme } from '../scheme.ts'
import styles from './AvatarMenu.module.css'
import { useSignOut } from './useSignOut.ts'

const schemes = [
  { scheme: 'dark', label: 'Dark', Icon: IconMoon },
  { scheme: 'light', label: 'Light', Icon: IconSun },
  { scheme: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const satisfies { scheme: Scheme; label: string; Icon: typeof IconSun }[]

/** Who is signed in, the theme, and the way out. */
export function AvatarMenu() {
  const me = useMe()
  const signOut = useSignOut()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = `${me.firstName} ${me.lastName}`.trim()
  return (
    <Menu position="bottom-end" width={248} offset={8}>
      <Menu.Target>
        <button type="button" className={styles.avatar} aria-label={`${name}: account and theme`}>
          {me.profileImage ? <img src={me.profileImage} alt="" /> : initials(me.firstName, me.lastName)}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.person}>
          <p className={styles.name}>{name}</p>
          <p className={styles.more}>{me.email}</p>
          <p className={styles.more}>{me.role && me.role !== me.userType ? `${me.userType} · ${me.role}` : me.userType}</p>
        </div>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {schemes.map(({ scheme, label, Icon }) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={colorScheme === scheme}
            leftSection={<Icon size={16} stroke={1.6} />}
            rightSection={colorScheme === scheme && <IconCheck size={15} />}
            closeMenuOnClick={false}
            onClick={() => setColorScheme(scheme)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const initials = (first: string, last: string) => `${first[0] ?? ''}${last[0] ?? ''}`.toUpperCase() || '?'
