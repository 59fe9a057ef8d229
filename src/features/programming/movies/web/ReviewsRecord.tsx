import { Button } from '@mantine/core'
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead } from '#web/api/queries.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { showInstant } from '#web/ui/format.ts'
import { Segmented } from '#web/ui/Segmented.tsx'
import { movies } from '../contract.ts'
import { REVIEWS_PAGE } from '../rules.ts'
import styles from './ReviewsDrawer.module.css'

const ORDERS = [
  { value: 'newest', label: 'Newest first' },
  { value: 'disliked', label: 'Lowest rated first' },
] as const
type Order = (typeof ORDERS)[number]['value']

/** A movie's likes, dislikes, and what people wrote (core 2). */
export function Reviews({ movieId, first = 'newest' }: { movieId: string; first?: Order }) {
  const [pageNo, setPageNo] = useState(1)
  const [order, setOrder] = useState<Order>(first)
  const query = { pageNo, pageSize: REVIEWS_PAGE, ...(order === 'disliked' && { first: order }) }
  const page = useRead(movies.ratings, { params: { id: movieId }, query })
  const { metadata, reviews, totalCount = 0 } = page.data ?? {}
  const pages = Math.max(1, Math.ceil(totalCount / REVIEWS_PAGE))
  if (page.error && !page.data) return <ErrorState error={page.error} onRetry={page.refetch} />
  return (
    <>
      <dl className={styles.counts}>
        <Count label="Likes" value={metadata?.numberOfLikes} />
        <Count label="Dislikes" value={metadata?.numberOfDislikes} />
        <Count label="Reviews" value={metadata && metadata.numberOfLikes + metadata.numberOfDislikes} />
      </dl>
      {reviews?.length === 0 && (
        <EmptyState title="No written reviews yet" text="Ratings without a comment are counted above" />
      )}
      {totalCount > 1 && (
        <Segmented
          label="Order of the reviews"
          options={ORDERS}
          value={order}
          onChange={(to) => {
            setOrder(to)
            setPageNo(1)
          }}
          small
        />
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
            {order === 'newest' ? 'Newer' : 'Previous'}
          </Button>
          <span>
            {pageNo} of {pages}
          </span>
          <Button variant="default" size="xs" disabled={pageNo >= pages} onClick={() => setPageNo(pageNo + 1)}>
            {order === 'newest' ? 'Older' : 'Next'}
          </Button>
        </nav>
      )}
    </>
  )
}

const Count = ({ label, value }: { label: string; value: number | undefined }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value?.toLocaleString() ?? '–'}</dd>
  </div>
)
