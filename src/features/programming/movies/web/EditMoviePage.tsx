import { useParams } from '@tanstack/react-router'
import { useRead } from '#web/api/queries.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { movies } from '../contract.ts'
import { FormSkeleton } from './FormSkeleton.tsx'
import { MovieForm } from './MovieForm.tsx'

/** The movie's form (core 2): another movie is another form. */
export function EditMoviePage() {
  const { id } = useParams({ strict: false }) as { id: string }
  return <OneMovie key={id} id={id} />
}

/** Once its record has been fetched. */
function OneMovie({ id }: { id: string }) {
  // Starts from the record as it is now, never from a cached one; from then on the form holds its own values.
  const movie = useRead(movies.fetch, { params: { id } }, { refetchOnMount: 'always' })
  if (movie.data && movie.isFetchedAfterMount) return <MovieForm record={movie.data} />
  if (movie.error)
    return (
      <Page title="Movie" back>
        <Card>
          <ErrorState error={movie.error} onRetry={movie.refetch} />
        </Card>
      </Page>
    )
  return <FormSkeleton />
}
