import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  promotions: {
    nonPersonal: {
      [NON_PERSONAL.chain]:
        'position title description movie_id trailer url web_media mobile_media thumbnail primary_cta primary_cta_url secondary_cta secondary_cta_url',
      [NON_PERSONAL.id]: 'code',
    },
  },
}
