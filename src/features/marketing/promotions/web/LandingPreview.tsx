import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { Banner } from '../banner-contract.ts'
import type { Promotion } from '../contract.ts'
import { ON_LANDING_PAGE } from '../rules.ts'
import { Ad, Medium } from './Ad.tsx'
import { Frame, type Where } from './Frame.tsx'
import styles from './LandingPreview.module.css'

type Props = {
  where: Where
  /** What is shown, in its order; null where whoever looks may not see hero banners. */
  banners: readonly Banner[] | null
  promotions: readonly Promotion[]
}

/** The landing page with what it shows: the hero, one banner at a time, and the three places of promotions. */
export const LandingPreview = ({ where, banners, promotions }: Props) => (
  <Frame where={where} testId="landing-preview">
    {banners && <Hero where={where} banners={banners} />}
    {/* It is scrolled sideways, by keyboard, too. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <div className={styles.ads} data-where={where} role="group" aria-label="Promotions" tabIndex={0}>
      {promotions.map((promotion) => (
        <Ad
          key={promotion.id}
          of={promotion}
          media={where === 'web' ? promotion.web_media : promotion.mobile_media}
          isSmall={where === 'web'}
        />
      ))}
      {Array.from({ length: Math.max(0, ON_LANDING_PAGE - promotions.length) }, (_, at) => (
        <span key={at} className={styles.free}>
          Free
        </span>
      ))}
    </div>
  </Frame>
)

const MISSING = { web: 'No picture for the web', mobile: 'No picture for phones' }

function Hero({ where, banners }: { where: Where; banners: readonly Banner[] }) {
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, banners.length - 1)
  const banner = banners[at]
  const turn = (by: number) => setChosen((at + by + banners.length) % banners.length)
  return (
    <div className={styles.hero} data-where={where} role="group" aria-label="Hero banners">
      <Medium
        src={(banner && (where === 'web' ? banner.web_image : banner.mobile_image)) ?? ''}
        missing={banner ? MISSING[where] : 'No hero banner is shown'}
      />
      {banner && (
        <div className={styles.text}>
          <p className={styles.title}>{banner.title}</p>
          <p className={styles.description}>{banner.description}</p>
        </div>
      )}
      {banners.length > 1 && (
        <div className={styles.turn}>
          <button type="button" aria-label="Previous banner" onClick={() => turn(-1)}>
            <IconChevronLeft size={16} />
          </button>
          <span>
            {at + 1} of {banners.length}
          </span>
          <button type="button" aria-label="Next banner" onClick={() => turn(1)}>
            <IconChevronRight size={16} />
          </button>
        </div>
      )}
    </div>
  )
}
