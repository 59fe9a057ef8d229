import { useParams } from '@tanstack/react-router'
import { useRead } from '#web/api/queries.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { movies } from '../contract.ts'
import { FormSkeleton } from './FormSkeleton.tsx'
import { MovieForm } from './MovieForm.tsx'

/** The movie's form (core 2), once its record has been fetched. */
export function EditMoviePage() {
  const { id } = useParams({ strict: false }) as { id: string }
  // The form holds its own values: a refetch behind its back must not replace what is being typed.
  const movie = useRead(movies.fetch, { params: { id } }, { staleTime: Infinity, refetchOnMount: 'always' })
  if (movie.data && !movie.isRefetching) return <MovieForm key={id} record={movie.data} />
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
