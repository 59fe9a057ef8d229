import { Drawer } from '@mantine/core'
import { useNav } from '../features.ts'
import { Sidebar } from './Sidebar.tsx'
import styles from './PhoneNav.module.css'

type Props = { opened: boolean; onClose: () => void; path: string }

/** Sidebar on a phone. */
export const PhoneNav = ({ opened, onClose, path }: Props) => (
  <Drawer.Root opened={opened} onClose={onClose} size={280} padding={0}>
    <Drawer.Overlay className={styles.overlay} />
    <Drawer.Content aria-label="Menu">
      <Drawer.Body className={styles.body}>
        <Sidebar entries={useNav()} path={path} />
      </Drawer.Body>
    </Drawer.Content>
  </Drawer.Root>
)
