import { Popover } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { Tip } from '#web/ui/Tip.tsx'
import styles from './Chart.module.css'

/** What a figure means: shown while it is pointed at or has the focus, and, for a finger, when it is pressed. */
export function Info({ of, text }: { of: string; text: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top" width={280} withRoles={false}>
      <Popover.Target>
        <span className={styles.infoPlace}>
          <Tip label={isOpen ? undefined : text}>
            <button
              type="button"
              className={styles.info}
              aria-label={`What ${of} means`}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
            >
              <IconInfoCircle size={15} stroke={1.6} />
            </button>
          </Tip>
        </span>
      </Popover.Target>
      <Popover.Dropdown role="status" className={styles.definition}>
        {text}
      </Popover.Dropdown>
    </Popover>
  )
}
