import type { Chance } from './chance.ts'
import type { Known } from './known.ts'
import { instant } from './values.ts'

/** Lines with the fields of every stream of the feed, whichever it turns out to be. */
export const feedLines = (chance: Chance, known: Known): unknown[] =>
  Array.from({ length: chance.int(1, 4) }, () => ({
    id: `f${chance.int(1, 60)}`,
    at: instant(chance),
    registered_at: instant(chance),
    first_name: chance.chars(5),
    last_name: chance.chars(6),
    email: `${chance.chars(5)}@fuzz.example`,
    phone: '08031234567',
    customer_id: `f${chance.int(1, 60)}`,
    event: chance.pick(['start', 'renewal', 'end']),
    until: instant(chance),
    plan: 'Fan',
    monthly_price: 5000,
    tickets: 2,
    channel: chance.pick(['web', 'mobile']),
    count: 1,
    purchase_id: `f${chance.int(1, 60)}`,
    movie_id: String(chance.pick(known.pools('movie_id', 'movies')[0] ?? ['1'])),
    name: chance.chars(5),
    liked: chance.happens(0.5),
    review: chance.chars(20),
    message: chance.chars(10),
    stack: 'Error: x\n    at a (b.js:1:2)',
    token: chance.chars(20),
    platform: chance.pick(['ios', 'android', 'web']),
    payment_reference: `FLW-${chance.int(1, 99)}`,
    lines: [{ kind: chance.pick(['ticket', 'concession']), quantity: 1, amount: 1500, product: 'Popcorn' }],
  }))
