import { useState } from 'react'
import { cinemas } from '#features/programming/cinemas/contract.ts'
import { useRead } from '#web/api/queries.ts'
import { useDayInAddress } from '#web/form/useDayInAddress.ts'
import { today } from '#web/ui/format.ts'
import { cinemasByName, startingCinema } from '../rules.ts'
import { emptyDraft } from './draft.ts'
import { EventForm } from './EventForm.tsx'
import { EventFormPending } from './EventFormPending.tsx'

/** Create an Event (operations 2), once it is known which cinema a new one starts with. */
export function CreateEventPage() {
  const states = useRead(cinemas.list, {})
  // The day stays that on which the form was opened.
  const date = useDayInAddress()
  const [day] = useState(date ?? today)
  if (!states.data) return <EventFormPending title="Create an Event" reading={states} />
  const start = startingCinema(cinemasByName(states.data))
  return <EventForm event={undefined} initial={emptyDraft(day, start?.id ?? '')} states={states.data} />
}
