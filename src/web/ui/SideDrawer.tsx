import { Drawer, type DrawerProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { inOrder } from '#contract/isolate.ts'
import { AskOnLeave } from './AskOnLeave.tsx'
import styles from './Dialog.module.css'
import { closing, type LeaveGuard } from './leave.ts'

type Props = {
  title: ReactNode
  opened: boolean
  onClose: () => void
  guard?: LeaveGuard
  size?: DrawerProps['size']
  children: ReactNode
}

/** Drawer from the right in Marquee's look. */
export const SideDrawer = ({ title, opened, onClose, guard, size = 'md', children }: Props) => (
  <Drawer
    opened={opened}
    onClose={() => void closing(onClose, guard)()}
    position="right"
    title={typeof title === 'string' ? inOrder(title) : title}
    size={size}
    classNames={{ title: styles.title! }}
  >
    {guard && <AskOnLeave guard={guard} />}
    {children}
  </Drawer>
)
