import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased: what a notice says stands with the platform's. */
export const holds: Record<string, Holding> = {
  person_notices: { nobodys: { [NOBODYS.word]: 'kind mail', [NOBODYS.id]: 'key' } },
  notice_choices: { nobodys: { [NOBODYS.staff]: 'kind mail' } },
}
