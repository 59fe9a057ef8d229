import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  referral_links: {
    nonPersonal: {
      'Of people of casts, who agreed to send customers to the shop': 'name code short_link long_link',
      [NON_PERSONAL.chain]: 'movie_id',
      [NON_PERSONAL.staff]: 'created_by',
    },
  },
  referral_sums: { nonPersonal: { [NON_PERSONAL.id]: 'code' } },
}
