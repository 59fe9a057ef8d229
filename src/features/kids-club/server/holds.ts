import type { Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  kids_club_members: { erased: 'guardian_name consent_source' },
}
