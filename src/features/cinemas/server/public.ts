/** What other features use of this one. */
export {
  cinemaToStartWith,
  findCinema,
  hasSource,
  latestRun,
  nextShowtime,
  openCinemas,
  requestFullSync,
  scheduleState,
  takeTurn,
  type SyncRun,
} from './store.ts'
