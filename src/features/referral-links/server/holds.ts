import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  referral_links: {
    nobodys: {
      'Of people of casts, who agreed to send customers to the shop': 'name code short_link long_link',
      [NOBODYS.chain]: 'movie_id',
      [NOBODYS.staff]: 'created_by',
    },
  },
  referral_sums: { nobodys: { [NOBODYS.id]: 'code' } },
}
