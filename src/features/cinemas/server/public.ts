/** What other features use of this one. */
export {
  allCinemas,
  cinemaToStartWith,
  findCinema,
  hasSource,
  latestRun,
  namesOfChosen,
  nextShowtime,
  openCinemas,
  placesOf,
  requestFullSync,
  scheduleState,
  statesNamed,
  takeTurn,
  type SyncRun,
} from './store.ts'
