import type { Policy } from '#server/db/policies.ts'

/** A product and its cost are every cinema's; what it costs and whether it is sold there is the cinema's. */
export const policy: Policy = {
  rows: {
    products: 'shared',
    product_costs: 'shared',
    cinema_products: 'cinema',
    combo_deals: { of: 'cinema_products', by: 'cinema_product_id' },
    combo_items: { of: 'cinema_products', by: 'cinema_product_id' },
    product_syncs: 'cinema',
    price_change_prices: { of: 'cinema_products', by: 'cinema_product_id' },
    merchandise_sales: { of: 'purchases', by: 'purchase_id' },
    merchandise_cinema_days: 'cinema',
    price_changes: { of: 'price_change_prices', by: 'id', key: 'change_id' },
  },
  records: {
    'cinema product': { table: 'cinema_products' },
    'combo deal': { table: 'combo_deals' },
    // To take it back changes prices at all its cinemas.
    'price change': { table: 'price_change_prices', key: 'change_id', needs: 'all' },
  },
}
