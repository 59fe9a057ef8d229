import { SegmentedControl } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import { isVideo } from '#features/media/rules.ts'
import { Card } from '#web/ui/Card.tsx'
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
        <SegmentedControl
          size="xs"
          aria-label="Preview as"
          value={where}
          onChange={(chosen) => setWhere(chosen as Where)}
          data={[
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
          <Ad draft={draft} media={where === 'web' ? draft.web_media : draft.mobile_media} />
          {where === 'web' && <span className={styles.neighbour} aria-hidden />}
        </div>
      </div>
    </Card>
  )
}

function Ad({ draft, media }: { draft: PromotionDraft; media: string }) {
  const buttons = [
    { words: draft.primaryCTA, kind: 'primary' },
    { words: draft.secondaryCTA, kind: 'secondary' },
  ].filter(({ words }) => words.trim())
  return (
    <div className={styles.ad}>
      {!media ? (
        <span className={styles.nothing}>
          <IconPhoto size={26} stroke={1.3} aria-hidden />
        </span>
      ) : isVideo(media) ? (
        <video key={media} className={styles.media} src={media} muted loop autoPlay playsInline aria-hidden />
      ) : (
        <img className={styles.media} src={media} alt="" />
      )}
      <div className={styles.words}>
        <p className={styles.title}>{draft.title || 'Name'}</p>
        <p className={styles.description}>{draft.description || 'Description'}</p>
        <p className={styles.buttons}>
          {buttons.map(({ words, kind }) => (
            <span key={kind} data-kind={kind}>
              {words}
            </span>
          ))}
        </p>
      </div>
    </div>
  )
}
