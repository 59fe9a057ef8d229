import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased: a view may be called after them, and search for them. */
export const holds: Record<string, Holding> = {
  list_views: { erased: 'name', freedJson: 'query', nobodys: { [NOBODYS.word]: 'list permission' } },
  default_views: { nobodys: { [NOBODYS.word]: 'list' } },
}
