import { useMediaQuery } from '@mantine/hooks'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ComponentProps } from 'react'
import * as z from 'zod/mini'
import { useRead, useSave } from '#web/api/queries.ts'
import { config } from '#web/config.ts'
import { useAddress } from '#web/list/address.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showInstant } from '#web/ui/format.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ZONE_NAME } from '#web/zone.ts'
import { heroBanners } from '../banner-contract.ts'
import { promotions } from '../contract.ts'
import { landingPage } from '../landing-contract.ts'
import { ON_LANDING_PAGE, stateAt } from '../rules.ts'
import { paths as bannerPaths } from './banner-paths.ts'
import { ComingUp } from './ComingUp.tsx'
import styles from './LandingPage.module.css'
import { PreviewCard, type Where } from './Frame.tsx'
import { LandingPreview } from './LandingPreview.tsx'
import { instantOf, typedOf } from './moments.ts'
import { OrderList, type Ordered } from './OrderList.tsx'
import { paths } from './paths.ts'

const MomentField = lazy(() => import('#web/form/MomentField.tsx'))
const { zone } = config
const REFRESH_MS = 30_000
const PHONE = '(max-width: 640px)'

/** As it is typed, of the chain's zone. */
const inAddress = z.object({ at: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/))) })

/** The landing page as it is now and at any moment to come: what stands on it, in which order, and what changes when. */
export function LandingPage() {
  const [{ at }, setAddress] = useAddress(inAddress)
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  const [where = isPhone ? 'mobile' : 'web', setWhere] = useState<Where>()
  const board = useRead(landingPage.board, {}, { refetchInterval: () => REFRESH_MS })
  const moveBanner = useSave(heroBanners.move)
  const movePromotion = useSave(promotions.move)
  const takeOff = useSave(promotions.save)

  const now = new Date()
  const instant = at && instantOf(at, zone)
  const moment = instant ? new Date(instant) : now
  const atMoment = <R extends Ordered>(rows: readonly R[]) =>
    rows.map((row) => ({ ...row, state: stateAt(row, moment) }))
  const banners = board.data?.banners && atMoment(board.data.banners)
  const ads = board.data && atMoment(board.data.promotions)
  const isLive = ({ state }: Ordered) => state === 'live'
  const liveCount = ads?.filter(isLive).length ?? 0
  const showAt = (typed: string | undefined) => setAddress({ at: typed || undefined }, { replace: true })

  if (board.error && !board.data)
    return (
      <Page title="Landing page">
        <Card>
          <ErrorState error={board.error} onRetry={board.refetch} />
        </Card>
      </Page>
    )
  return (
    <Page title="Landing page" note={`Content of the website and the apps, in this order. Times are in ${ZONE_NAME}.`}>
      <Card className={styles.when!}>
        <Button variant={instant ? 'default' : 'filled'} aria-pressed={!instant} onClick={() => void showAt(undefined)}>
          Now
        </Button>
        <Suspense fallback={<Skeleton height={82} width={320} />}>
          <MomentField
            label="Preview"
            clock="00:00"
            value={at ?? ''}
            onChange={(typed) => void showAt(typed)}
            hint={instant ? `Preview for ${showInstant(instant)}` : `Or choose a date and time, in ${ZONE_NAME}`}
          />
        </Suspense>
      </Card>
      <div className={styles.board}>
        <div className={styles.lists}>
          {banners !== null && (
            <Orders
              title={banners ? `Hero banners: ${banners.filter(isLive).length} shown` : 'Hero banners'}
              all={{ to: bannerPaths.all, label: 'All hero banners' }}
              empty="No hero banner is active"
              label="Order of hero banners"
              rows={banners}
              shape="wide"
              permission={heroBanners.move.permission}
              isMoving={moveBanner.isPending}
              onMove={(id, before) => moveBanner.mutate({ params: { id }, body: { before } })}
            />
          )}
          <Orders
            title={ads ? `Promotions: ${liveCount} of ${ON_LANDING_PAGE} places taken` : 'Promotions'}
            all={{ to: paths.all, label: 'All promotions' }}
            empty="No promotion is on the landing page"
            label="Order of promotions"
            rows={ads}
            shape="poster"
            permission={promotions.move.permission}
            to={(id) => paths.edit(id)}
            isMoving={movePromotion.isPending}
            onMove={(id, before) => movePromotion.mutate({ params: { id }, body: { before } })}
            actions={({ id, title }) => (
              <ActionButton
                variant="subtle"
                size="compact-xs"
                permission={promotions.save.permission}
                loading={takeOff.isPending && takeOff.variables.params.id === id}
                aria-label={`Remove ${title} from the landing page`}
                onClick={() => takeOff.mutate({ params: { id }, body: { isVisibleOnHomepage: false } })}
              >
                Remove
              </ActionButton>
            )}
          />
          {board.data && (
            <ComingUp
              banners={board.data.banners ?? []}
              promotions={board.data.promotions}
              now={now}
              chosen={instant || undefined}
              onChoose={(change) => void showAt(typedOf(change, zone))}
            />
          )}
        </div>
        <PreviewCard where={where} onWhere={setWhere} className={styles.preview}>
          {ads ? (
            <LandingPreview where={where} banners={banners?.filter(isLive) ?? null} promotions={ads.filter(isLive)} />
          ) : (
            <Skeleton height={520} />
          )}
        </PreviewCard>
      </div>
    </Page>
  )
}

type OrdersProps = Omit<ComponentProps<typeof OrderList<Ordered>>, 'rows'> & {
  title: string
  /** The list of all there are. */
  all: { to: string; label: string }
  empty: string
  /** Undefined until they are here. */
  rows: readonly Ordered[] | undefined
}

/** What stands in one of the page's places, in its order. */
const Orders = ({ title, all, empty, rows, ...order }: OrdersProps) => (
  <Card title={title} flush actions={<Link to={all.to}>{all.label}</Link>}>
    {!rows ? (
      <Skeleton height={180} />
    ) : rows.length ? (
      <OrderList {...order} rows={rows} />
    ) : (
      <EmptyState title={empty} />
    )}
  </Card>
)
