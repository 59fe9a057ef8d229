import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  promotions: {
    nobodys: {
      [NOBODYS.chain]:
        'position title description movie_id trailer url web_media mobile_media thumbnail primary_cta primary_cta_url secondary_cta secondary_cta_url',
      [NOBODYS.id]: 'code',
    },
  },
}
