import { useState } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Ad } from './Ad.tsx'
import type { PromotionDraft } from './draft.ts'
import styles from './Preview.module.css'

type Where = 'web' | 'mobile'

/** How the promotion will look on the landing page, on the web and on a phone, before anybody else sees it. */
export function Preview({ draft }: { draft: PromotionDraft }) {
  const [where, setWhere] = useState<Where>('web')
  return (
    <Card
      title="Preview"
      className={styles.preview!}
      actions={
        <Segmented
          small
          label="Preview as"
          value={where}
          onChange={setWhere}
          options={[
            { value: 'web', label: 'Web' },
            { value: 'mobile', label: 'Mobile' },
          ]}
        />
      }
    >
      <div className={styles.frame} data-where={where} data-testid="preview">
        <div className={styles.bar} aria-hidden>
          <i />
          <i />
          <i />
        </div>
        <div className={styles.page}>
          {where === 'web' && <span className={styles.neighbour} aria-hidden />}
          <Ad of={draft} media={where === 'web' ? draft.web_media : draft.mobile_media} />
          {where === 'web' && <span className={styles.neighbour} aria-hidden />}
        </div>
      </div>
    </Card>
  )
}
