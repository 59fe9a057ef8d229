import { Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { inOrder } from '#contract/isolate.ts'
import { AskOnLeave } from './AskOnLeave.tsx'
import styles from './Dialog.module.css'
import { closing, type LeaveGuard } from './leave.ts'

type Props = {
  title: ReactNode
  opened: boolean
  onClose: () => void
  /** Asked before the dialog is closed by the cross, Escape or an outside click, or its page is left. */
  guard?: LeaveGuard
  size?: ModalProps['size']
  /** Fills the screen of a phone; a question stays a card there. */
  fullScreen?: boolean
  /** Buttons at the foot. */
  footer?: ReactNode
  children: ReactNode
}

/** Dialog in Marquee's look. It holds the focus and returns it on closing. */
export const Dialog = ({
  title,
  opened,
  onClose,
  guard,
  size = 'md',
  fullScreen = size !== 'sm' && size !== 'md',
  footer,
  children,
}: Props) => (
  <Modal
    opened={opened}
    onClose={() => void closing(onClose, guard)()}
    title={typeof title === 'string' ? inOrder(title) : title}
    size={size}
    classNames={{
      title: styles.title!,
      body: styles.body!,
      inner: fullScreen ? styles.inner! : '',
      content: [footer && styles.footed, fullScreen && styles.content].filter(Boolean).join(' '),
    }}
  >
    {guard && <AskOnLeave guard={guard} />}
    {children}
    {footer && <div className={styles.footer}>{footer}</div>}
  </Modal>
)
