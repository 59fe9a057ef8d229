import { hash } from '#demo/random.ts'
import { storeImage } from '#features/programming/media/server/public.ts'
import type { App } from '#server/app.ts'
import type { PosProduct } from '#server/integrations/pos/port.ts'
import { pngOf } from '#server/sharp.ts'

/** Pictures of what the demo chain sells: one plain drawing for each kind of thing, on a ground of its own colour. */

const SIZE = 360
const GROUNDS = ['#5b3df0', '#0f8f83', '#c2415b', '#c9771a', '#2f6fd0', '#7a4fb5', '#4c7a34']
const INK = '#fff4df'
const SHADE = '#000000'

const popcorn = `<path d="M104 150h152l-20 150H124z" fill="${INK}"/><path d="M124 150h22l10 150h-18zM168 150h24l-2 150h-20zM214 150h22l-16 150h-16z" fill="#d8323c"/>
  <g fill="#ffe9a8"><circle cx="122" cy="136" r="26"/><circle cx="160" cy="118" r="30"/><circle cx="204" cy="120" r="29"/><circle cx="240" cy="138" r="25"/><circle cx="182" cy="142" r="28"/></g>`
const cup = `<path d="M122 120h116l-14 180h-88z" fill="${INK}"/><path d="M112 104h136v20H112z" fill="${INK}" opacity=".8"/><path d="M190 104l16-58 12 3-14 55z" fill="#d8323c"/><path d="M129 190h102l-6 66h-90z" fill="${SHADE}" opacity=".16"/>`
const plate = `<ellipse cx="180" cy="226" rx="128" ry="44" fill="${INK}"/><ellipse cx="180" cy="218" rx="92" ry="28" fill="${SHADE}" opacity=".14"/><path d="M104 208c8-64 144-64 152 0z" fill="#e8a33d"/><path d="M120 196c14-40 106-40 120 0z" fill="#f6c667"/>`
const sweet = `<path d="M132 190h96l-40 122h-16z" fill="#d99a4e"/><circle cx="152" cy="168" r="38" fill="#ffd3e0"/><circle cx="208" cy="168" r="38" fill="${INK}"/><circle cx="180" cy="128" r="40" fill="#c98a5b"/><circle cx="180" cy="84" r="12" fill="#d8323c"/>`
const glasses = `<rect x="60" y="140" width="104" height="76" rx="18" fill="#e23b46"/><rect x="196" y="140" width="104" height="76" rx="18" fill="#39b6e8"/><path d="M60 168l-14-26M300 168l14-26M164 170q16-18 32 0" stroke="${INK}" stroke-width="12" fill="none"/><rect x="60" y="140" width="104" height="76" rx="18" fill="none" stroke="${INK}" stroke-width="12"/><rect x="196" y="140" width="104" height="76" rx="18" fill="none" stroke="${INK}" stroke-width="12"/>`
const gift = `<rect x="96" y="160" width="168" height="130" rx="10" fill="${INK}"/><rect x="84" y="130" width="192" height="44" rx="8" fill="${INK}"/><path d="M166 130h28v160h-28z" fill="#d8323c"/><path d="M180 128c-70-66-92 2 0 2 92 0 70-68 0-2z" fill="none" stroke="#d8323c" stroke-width="14"/>`
const combo = `<g transform="translate(-46 10) scale(.94)">${popcorn}</g><g transform="translate(96 48) scale(.8)">${cup}</g>`

const drawings: Record<string, string> = {
  Popcorn: popcorn,
  Drinks: cup,
  'Hot food': plate,
  Sweets: sweet,
  '3D glasses': glasses,
  Combos: combo,
  Merchandise: gift,
}

const drawn = ({ category, name }: PosProduct) => {
  const ground = GROUNDS[hash(`ground ${name}`) % GROUNDS.length]!
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 360 360">
    <rect width="360" height="360" fill="${ground}"/><circle cx="180" cy="190" r="150" fill="#fff" opacity=".12"/>
    ${drawings[category] ?? plate}</svg>`
}

/** Draws and stores a picture of each product, what looks the same once. @returns their addresses by the product's id */
export async function drawProducts(
  storage: App['storage'],
  products: readonly PosProduct[],
): Promise<Map<string, string>> {
  const stored = new Map<string, string>()
  const addresses = new Map<string, string>()
  for (const product of products) {
    const svg = drawn(product)
    const url = stored.get(svg) ?? (await storeImage(storage, await pngOf(svg), 'image')).url
    stored.set(svg, url)
    addresses.set(product.id, url)
  }
  return addresses
}
