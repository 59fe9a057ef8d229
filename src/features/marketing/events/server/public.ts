/** What other features use of this one. */
export { ticketsOf } from './lookup.ts'
export { comingEvents, eventsNamed, showtimesOf, type Showtime } from './store.ts'
