import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  products: {
    nonPersonal: {
      [NON_PERSONAL.chain]: 'rosetta_id name category kind type flavour size hopk source_cinema_id image',
    },
  },
  cinema_products: { nonPersonal: { [NON_PERSONAL.chain]: 'cinema_id' } },
  price_changes: {
    nonPersonal: {
      [NON_PERSONAL.chain]: 'name',
      [NON_PERSONAL.word]: 'how',
      [NON_PERSONAL.staff]: 'created_by cancelled_by',
    },
  },
  product_costs: { nonPersonal: { [NON_PERSONAL.staff]: 'set_by' } },
  merchandise_cinema_days: { nonPersonal: { [NON_PERSONAL.chain]: 'cinema_id' } },
  product_syncs: { nonPersonal: { [NON_PERSONAL.chain]: 'cinema_id', [NON_PERSONAL.own]: 'reason' } },
}
