import type { PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  kids_club_members: { erased: 'guardian_name consent_source' },
}
