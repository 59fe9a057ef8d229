import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { paths as moviePaths } from '#features/programming/movies/web/paths.ts'
import { useSave } from '#web/api/queries.ts'
import { useList } from '#web/list/useList.ts'
import type { Column } from '#web/list/columns.ts'
import { ListScreen } from '#web/list/ListScreen.tsx'
import { RowActions } from '#web/list/RowActions.tsx'
import { useRemoval } from '#web/list/useRemoval.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Clamp } from '#web/ui/Clamp.tsx'
import { Thumb } from '#web/ui/Thumb.tsx'
import { Toggle } from '#web/ui/Toggle.tsx'
import { heroBanners, type Banner } from '../banner-contract.ts'
import { BANNERS_PAGE } from '../banner-rules.ts'
import { OrderAndPreview } from './OrderAndPreview.tsx'
import { resultsColumn } from './results.tsx'
import { STATE_FILTERS, StatePill } from './StatePill.tsx'
import styles from './HeroBanners.module.css'

// Fetched when it is opened.
const BannerDialog = lazy(() => import('./BannerDialog.tsx'))

const FILTERS = [...STATE_FILTERS, { name: 'type', label: 'Type', options: { movie: 'Movie', promotion: 'Promotion' } }]
/** A banner goes live and leaves by itself: the list follows. */
const REFRESH_MS = 30_000

/** Hero banners (operations 2): what stands at the top of the landing page. */
export function HeroBannersPage() {
  const list = useList(
    heroBanners.list,
    { label: 'Hero banners', rows: (data) => data.banners, perPage: BANNERS_PAGE },
    { refetchInterval: () => REFRESH_MS },
  )
  const [open, setOpen] = useState<{ edited?: Banner; from?: Banner }>()
  const activate = useSave(heroBanners.save)
  const removal = useRemoval(heroBanners.remove, heroBanners.restore)

  const askToDelete = ({ id, title }: Banner) => removal.ask(id, 'Delete Banner', `"${title}" will no longer be shown`)

  const columns: Column<Banner>[] = [
    {
      id: 'title',
      title: 'Title',
      main: true,
      width: '30%',
      cell: ({ thumbnail, title, isMovie }) => (
        <Thumb shape="wide" src={thumbnail} title={title} subtitle={isMovie ? 'Movie' : 'Promotion'} />
      ),
    },
    {
      id: 'description',
      title: 'Description',
      card: false,
      width: '24%',
      yields: 'first',
      cell: ({ description }) => <Clamp>{description}</Clamp>,
    },
    { id: 'url', title: 'Destination URL', card: false, cell: (banner) => <Destination of={banner} /> },
    { id: 'state', title: 'State', width: '11%', bare: true, cell: (banner) => <StatePill of={banner} /> },
    resultsColumn(),
    {
      id: 'active',
      title: 'Activate',
      cell: ({ id, title, isActive }) => (
        <Toggle
          label={`Activate ${title}`}
          checked={isActive}
          permission={heroBanners.save.permission}
          isSaving={activate.isPending && activate.variables.params.id === id}
          onChange={(on) => activate.mutate({ params: { id }, body: { isActive: on } })}
        />
      ),
    },
    {
      id: 'acts',
      title: 'Actions',
      cell: (banner) => (
        <RowActions
          name={banner.title}
          edit={{ permission: heroBanners.save.permission, onClick: () => setOpen({ edited: banner }) }}
          duplicate={{ permission: heroBanners.create.permission, onClick: () => setOpen({ from: banner }) }}
          remove={{
            permission: heroBanners.remove.permission,
            isBusy: removal.isBusy(banner.id),
            onClick: () => void askToDelete(banner),
          }}
        />
      ),
    },
  ]

  return (
    <ListScreen
      {...list}
      title="Hero banners"
      note="Shown at the top of the landing page, on the web and in the apps"
      controls={
        <>
          <OrderAndPreview />
          <ActionButton
            leftSection={<IconPlus size={16} />}
            permission={heroBanners.create.permission}
            onClick={() => setOpen({})}
            sticky
          >
            ADD BANNER
          </ActionButton>
        </>
      }
      columns={columns}
      filters={FILTERS}
      empty={{
        title: 'No hero banners yet',
        text: 'Add one to show it at the top of the landing page',
        permission: heroBanners.create.permission,
      }}
      noMatch={{ title: 'No results', text: 'Remove a filter to see more' }}
    >
      <Suspense>
        {open && <BannerDialog edited={open.edited} from={open.from} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </ListScreen>
  )
}

/** Where a banner leads: a movie, or an address. */
function Destination({ of: { isMovie, rosetta_movie_id: movie, title, url } }: { of: Banner }) {
  if (url)
    return (
      <a className={styles.url} href={url} target="_blank" rel="noreferrer">
        {url.replace(/^https?:\/\//, '')}
      </a>
    )
  if (isMovie && movie)
    return (
      <Link className={styles.url} to={moviePaths.edit(movie)} aria-label={`View movie: ${title}`}>
        View movie
      </Link>
    )
  return '–'
}
