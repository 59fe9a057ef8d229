/** What other features use of this one. */
export {
  allCinemas,
  cinemaToStartWith,
  findCinema,
  hasSource,
  latestRun,
  nextShowtime,
  openCinemas,
  requestFullSync,
  scheduleState,
  statesNamed,
  takeTurn,
  type SyncRun,
} from './store.ts'
