import { Popover } from '@mantine/core'
import { OpenedAt } from '#web/ui/OpenedAt.tsx'
import type { Opened } from '#web/ui/useOpener.ts'
import styles from './Chart.module.css'

/** Popover with the meaning of a figure. */
export const Definition = ({ id, opened, button, onChange, text }: Opened & { text: string }) => (
  <Popover id={id} opened={opened} onChange={onChange} position="top" width={280} withRoles={false}>
    <Popover.Target>
      <OpenedAt button={button} />
    </Popover.Target>
    <Popover.Dropdown id={`${id}-dropdown`} role="status" className={styles.definition}>
      {text}
    </Popover.Dropdown>
  </Popover>
)
