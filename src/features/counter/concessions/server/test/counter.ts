import { syncSchedule } from '#features/programming/cinemas/server/sync.ts'
import type { PosProduct } from '#server/integrations/pos/port.ts'
import type { TestServer } from '#server/test/harness.ts'
import { posCinema, posFilm, posProduct, scriptedPos, type ScriptedPos } from '#server/test/pos.ts'
import { concessions, type ConcessionProduct, type Menu } from '../../contract.ts'
import { takeProducts } from '../jobs.ts'

/** Two cinemas of Lagos and one of Abuja, and what they sell. */
export const PRODUCTS: PosProduct[] = [
  posProduct('00101', 'Popcorn, large', 3000, { category: 'Popcorn', flavour: 'Salted', size: 'Large', hopk: 'HO101' }),
  posProduct('00104', 'Caramel popcorn', 3200, { category: 'Popcorn', flavour: 'Sweet', size: 'Large', hopk: 'HO104' }),
  posProduct('00201', 'Coke 50 cl', 800, { category: 'Drinks', type: 'Drinks', flavour: 'Sweet', size: '50 cl' }),
  posProduct('00501', 'Combo for two', 3500, { category: 'Combos' }),
  posProduct('00502', 'Family combo', 9000, { category: 'Combos' }),
  posProduct('00601', '3D glasses', 1000, { category: '3D glasses', type: 'Glasses', size: 'Adult' }),
  posProduct('00703', 'Popcorn bucket', 5000, { category: 'Souvenirs', kind: 'merchandise', type: 'Collectible' }),
]
export const LEKKI = '0004'
export const IKEJA = '0007'
export const JABI = '0021'

const at = (list: readonly PosProduct[], factor: number) =>
  list.map((product) => ({ ...product, kobo: product.kobo * factor }))

/** A point of sale with three cinemas whose products are taken: Ikeja is dearer, Jabi sells no combos. */
export async function counter(server: TestServer): Promise<ScriptedPos> {
  const pos = scriptedPos()
  pos.has = {
    cinemas: [
      posCinema(LEKKI, 'Lekki', 'Lagos'),
      posCinema(IKEJA, 'Ikeja', 'Lagos'),
      posCinema(JABI, 'Jabi', 'Abuja (FCT)'),
    ],
    films: [posFilm('1', 'A')],
    sessions: [],
    products: {
      [LEKKI]: PRODUCTS,
      [IKEJA]: at(PRODUCTS, 1.5),
      [JABI]: PRODUCTS.filter(({ category }) => category !== 'Combos'),
    },
  }
  server.app.pos = pos
  await syncSchedule(server.app)
  await takeProducts(server.app)
  return pos
}

export async function menuOf(server: TestServer, cinemaId: string): Promise<Menu> {
  const answer = await server.call(concessions.fetch, {
    params: { id: cinemaId },
    query: { add_mobile_device: 'true' },
  })
  return answer.body.data as Menu
}

/** A product of a cinema by its name. */
export async function productOf(server: TestServer, cinemaId: string, name: string): Promise<ConcessionProduct> {
  const { concessions: groups } = await menuOf(server, cinemaId)
  return groups.flatMap(({ products }) => products).find((product) => product.product_name === name)!
}
