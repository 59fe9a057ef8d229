import type { ReactNode } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import styles from './Frame.module.css'

export type Where = 'web' | 'mobile'
const WHERES = [
  { value: 'web', label: 'Web' },
  { value: 'mobile', label: 'Mobile' },
] as const

type CardProps = { where: Where; onWhere: (where: Where) => void; className: string | undefined; children: ReactNode }

/** How something will look, on the web or on a phone. */
export const PreviewCard = ({ where, onWhere, className, children }: CardProps) => (
  <Card
    title="Preview"
    className={className!}
    actions={<Segmented small label="Preview as" value={where} onChange={onWhere} options={WHERES} />}
  >
    {children}
  </Card>
)

/** The browser or the phone around it. */
export const Frame = ({ where, testId, children }: { where: Where; testId: string; children: ReactNode }) => (
  <div className={styles.frame} data-where={where} data-testid={testId}>
    <div className={styles.bar} aria-hidden>
      <i />
      <i />
      <i />
    </div>
    {children}
  </div>
)
