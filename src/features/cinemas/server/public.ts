/** What other features use of this one. */
export {
  allCinemas,
  cinemaToStartWith,
  findCinema,
  followedSince,
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
  unknownCinemas,
  type SyncRun,
} from './store.ts'
