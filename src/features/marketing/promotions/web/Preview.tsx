import { useState } from 'react'
import { Ad } from './Ad.tsx'
import type { PromotionDraft } from './draft.ts'
import { Frame, PreviewCard, type Where } from './Frame.tsx'
import styles from './Preview.module.css'

/** How the promotion will look on the landing page, on the web and on a phone, before anybody else sees it. */
export function Preview({ draft }: { draft: PromotionDraft }) {
  const [where, setWhere] = useState<Where>('web')
  return (
    <PreviewCard where={where} onWhere={setWhere} className={styles.preview}>
      <Frame where={where} testId="preview">
        <div className={styles.page} data-where={where}>
          {where === 'web' && <span className={styles.neighbour} aria-hidden />}
          <Ad of={draft} media={where === 'web' ? draft.web_media : draft.mobile_media} />
          {where === 'web' && <span className={styles.neighbour} aria-hidden />}
        </div>
      </Frame>
    </PreviewCard>
  )
}
