import { Button } from '@mantine/core'
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#web/api/queries.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showInstant } from '#web/ui/format.ts'
import { SideDrawer } from '#web/ui/SideDrawer.tsx'
import { movies } from '../contract.ts'
import { REVIEWS_PAGE } from '../rules.ts'
import styles from './ReviewsDrawer.module.css'

type Props = { movieId: string; onClose: () => void }

/** Likes, dislikes, and what people wrote (core 2). */
export default function ReviewsDrawer({ movieId, onClose }: Props) {
  const [pageNo, setPageNo] = useState(1)
  const page = useRead(movies.ratings, { params: { id: movieId }, query: { pageNo, pageSize: REVIEWS_PAGE } })
  const { metadata, reviews, totalCount = 0 } = page.data ?? {}
  const pages = Math.max(1, Math.ceil(totalCount / REVIEWS_PAGE))
  return (
    <SideDrawer opened onClose={onClose} title="Reviews">
      {page.error && !page.data ? (
        <ErrorState error={page.error} onRetry={page.refetch} />
      ) : (
        <>
          <dl className={styles.counts}>
            <Count label="Likes" value={metadata?.numberOfLikes} />
            <Count label="Dislikes" value={metadata?.numberOfDislikes} />
            <Count label="Reviews" value={metadata && metadata.numberOfLikes + metadata.numberOfDislikes} />
          </dl>
          {reviews?.length === 0 && (
            <EmptyState title="No written reviews yet" text="Likes and dislikes without words are counted above." />
          )}
          <ul className={styles.list}>
            {reviews?.map((review) => (
              <li key={review.id} className={styles.review}>
                <header>
                  {review.liked ? (
                    <IconThumbUp size={15} aria-label="Liked" />
                  ) : (
                    <IconThumbDown size={15} aria-label="Disliked" />
                  )}
                  <b>{review.customer_name}</b>
                  <time dateTime={review.createdAt}>{showInstant(review.createdAt)}</time>
                </header>
                <p>{review.review}</p>
              </li>
            ))}
          </ul>
          {pages > 1 && (
            <nav className={styles.pages} aria-label="Pages of reviews">
              <Button variant="default" size="xs" disabled={pageNo <= 1} onClick={() => setPageNo(pageNo - 1)}>
                Newer
              </Button>
              <span>
                {pageNo} of {pages}
              </span>
              <Button variant="default" size="xs" disabled={pageNo >= pages} onClick={() => setPageNo(pageNo + 1)}>
                Older
              </Button>
            </nav>
          )}
        </>
      )}
    </SideDrawer>
  )
}

const Count = ({ label, value }: { label: string; value: number | undefined }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value?.toLocaleString() ?? '–'}</dd>
  </div>
)
