import { useMantineColorScheme } from '@mantine/core'
import { Card } from '#web/ui/Card.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
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
        <Segmented label="Theme" options={SCHEMES} value={colorScheme} onChange={setColorScheme} isWide />
        <p className={styles.more}>Saved on this device</p>
      </div>
    </Card>
  )
}
