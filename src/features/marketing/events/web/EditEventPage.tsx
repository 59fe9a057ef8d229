import { useParams } from '@tanstack/react-router'
import { cinemas } from '#features/programming/cinemas/contract.ts'
import { useRead } from '#web/api/queries.ts'
import { events } from '../contract.ts'
import { toDraft } from './draft.ts'
import { EventForm } from './EventForm.tsx'
import { EventFormPending } from './EventFormPending.tsx'

/** Edit an Event (operations 2), once its record has been fetched. */
export function EditEventPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  // Starts from the record as it is now, never from a cached one; from then on the form holds its own values.
  const event = useRead(events.fetch, { params: { id } }, { refetchOnMount: 'always' })
  const states = useRead(cinemas.list, {})
  if (event.data && event.isFetchedAfterMount && states.data)
    return <EventForm key={id} event={event.data} initial={toDraft(event.data)} states={states.data} />
  return <EventFormPending title="Edit an Event" reading={event.error ? event : states} />
}
