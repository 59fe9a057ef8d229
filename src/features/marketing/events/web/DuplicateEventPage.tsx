import { useParams } from '@tanstack/react-router'
import { cinemas } from '#features/programming/cinemas/contract.ts'
import { useRead } from '#web/api/queries.ts'
import { events } from '../contract.ts'
import { copyOf } from './draft.ts'
import { EventForm } from './EventForm.tsx'
import { EventFormPending } from './EventFormPending.tsx'

/** The form of a new event that begins as another one is, once that has been fetched. */
export function DuplicateEventPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const original = useRead(events.fetch, { params: { id } }, { refetchOnMount: 'always' })
  const states = useRead(cinemas.list, {})
  if (original.data && original.isFetchedAfterMount && states.data)
    return (
      <EventForm key={id} event={undefined} from={original.data} initial={copyOf(original.data)} states={states.data} />
    )
  return <EventFormPending title="Create an Event" reading={original.error ? original : states} />
}
