import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  products: { nobodys: { [NOBODYS.chain]: 'rosetta_id name category kind type flavour size hopk told_by image' } },
  cinema_products: { nobodys: { [NOBODYS.chain]: 'cinema_id' } },
  price_changes: {
    nobodys: { [NOBODYS.chain]: 'name', [NOBODYS.word]: 'how', [NOBODYS.staff]: 'created_by taken_back_by' },
  },
  product_costs: { nobodys: { [NOBODYS.staff]: 'set_by' } },
  product_syncs: { nobodys: { [NOBODYS.chain]: 'cinema_id', [NOBODYS.own]: 'reason' } },
}
