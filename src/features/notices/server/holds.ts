import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased: what a notice says stands with the platform's. */
export const holds: Record<string, Holding> = {
  alert_deliveries: { nobodys: { [NOBODYS.word]: 'kind mail', [NOBODYS.id]: 'key' } },
  alert_preferences: { nobodys: { [NOBODYS.staff]: 'kind mail' } },
}
