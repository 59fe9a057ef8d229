import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { Card } from '#web/ui/Card.tsx'
import styles from './Account.module.css'

const SCHEMES = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'auto', label: 'System' },
] as const

/** How the application looks on this device. */
export function Theme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Card title="Theme">
      <div className={styles.form}>
        <SegmentedControl
          aria-label="Theme"
          data={[...SCHEMES]}
          value={colorScheme}
          onChange={(chosen) => setColorScheme(chosen as (typeof SCHEMES)[number]['value'])}
        />
        <p className={styles.more}>It is remembered on this device.</p>
      </div>
    </Card>
  )
}
