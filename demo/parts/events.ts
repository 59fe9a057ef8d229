import { addDays, daysAsInstants, type Day } from '#contract/time.ts'
import { menuProducts } from '#features/counter/concessions/server/public.ts'
import { storeImage } from '#features/programming/media/server/public.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { nextWeekday } from '#demo/days.ts'
import type { Demo } from '#server/demo.ts'
import { drawn } from '#demo/artwork/drawn.ts'
import { ticketTypesOf } from '#demo/chain/tickets.ts'
import { toTyped } from '#features/marketing/events/rules.ts'
import { addEvent, type ConcessionLine, type MovieLine } from '#features/marketing/events/server/store.ts'
import { query, text } from '#server/db/query.ts'

const PICTURE = { width: 800 }

type Plan = {
  name: string
  description: string
  category: string
  motif: string
  cinema: string
  at: [Day, clock: string]
  naira: number
  movies?: number
  /** Products by a part of their name, with how many of each. */
  menu?: [string, number][]
}

export const eventsOn = (today: Day): readonly Plan[] => [
  {
    name: 'Nollywood night',
    description: 'Three Nigerian films in a row, with their casts on stage between them.',
    category: 'Film festival',
    motif: 'Drama',
    cinema: '0004',
    at: [addDays(today, 6), '18:30'],
    naira: 15_000,
    movies: 3,
    menu: [
      ['Popcorn, large', 120],
      ['Chapman', 80],
      ['Small chops', 60],
    ],
  },
  {
    name: 'Premiere on the red carpet',
    description: 'Doors at six, photographs until seven, then the film before anyone else sees it.',
    category: 'Premiere',
    motif: 'Romance',
    cinema: '0011',
    at: [addDays(today, 9), '18:00'],
    naira: 25_000,
    menu: [
      ['Small chops', 150],
      ['Bottled water', 150],
    ],
  },
  {
    name: 'Laugh Lekki live',
    description: 'Four comedians, one microphone, and a film to wind down with.',
    category: 'Comedy night',
    motif: 'Comedy',
    cinema: '0004',
    at: [addDays(today, 4), '20:00'],
    naira: 12_000,
    menu: [['Combo for two', 40]],
  },
  {
    name: 'Breakfast cartoons',
    description: 'Pap, puff-puff and a film at ten. Grown-ups come with a child.',
    category: 'Kids',
    motif: 'Animation',
    cinema: '0021',
    at: [addDays(today, 7), '10:00'],
    naira: 4500,
    menu: [
      ['Puff-puff', 90],
      ['Orange juice', 90],
    ],
  },
  {
    name: 'The derby on the big screen',
    description: 'Lagos against Enugu, live, with commentary in English and pidgin.',
    category: 'Sport',
    motif: 'Action',
    cinema: '0038',
    at: [addDays(today, 3), '15:45'],
    naira: 5000,
    menu: [
      ['Suya', 50],
      ['Malt', 100],
    ],
  },
  {
    name: 'Highlife under the stars',
    description: 'A band of nine before the film, in the yard behind screen one.',
    category: 'Live concert',
    motif: 'Music',
    cinema: '0030',
    at: [addDays(today, 11), '19:00'],
    naira: 10_000,
  },
  {
    name: 'Night of frights',
    description: 'Two films in the dark, and nobody goes home alone.',
    category: 'Film festival',
    motif: 'Horror',
    cinema: '0007',
    at: [addDays(today, 5), '21:00'],
    naira: 8000,
    movies: 2,
    menu: [['Popcorn, medium', 60]],
  },
  {
    name: 'Board room at the movies',
    description: 'A screen, a stage and lunch for one company.',
    category: 'Private screening',
    motif: 'Documentary',
    cinema: '0004',
    at: [addDays(today, 8), '11:00'],
    naira: 20_000,
    menu: [['Coffee', 60]],
  },
  {
    name: 'Family Sunday',
    description: 'One ticket for four, and the second bucket is on the house.',
    category: 'Kids',
    motif: 'Family',
    cinema: '0009',
    at: [nextWeekday(addDays(today, 1), 0), '13:00'],
    naira: 9000,
    menu: [['Popcorn, large', 80]],
  },
  {
    name: 'Students against the critics',
    description: 'A film, then two hours of argument about it.',
    category: 'Film festival',
    motif: 'Mystery',
    cinema: '0034',
    at: [addDays(today, 2), '16:00'],
    naira: 3500,
  },
  {
    name: 'Harvest concert',
    description: 'The choir of the cathedral and a film about another one.',
    category: 'Live concert',
    motif: 'Music',
    cinema: '0045',
    at: [addDays(today, -6), '17:00'],
    naira: 6000,
  },
  {
    name: 'Silent film with a live band',
    description: 'A film of 1926, and the drums it never had.',
    category: 'Live concert',
    motif: 'History',
    cinema: '0011',
    at: [addDays(today, -12), '19:30'],
    naira: 14_000,
    menu: [['Nachos', 40]],
  },
  {
    name: 'Anniversary gala',
    description: 'Ten years of the house in Jabi: a speech, a film, fireworks.',
    category: 'Premiere',
    motif: 'War',
    cinema: '0021',
    at: [addDays(today, -20), '18:00'],
    naira: 18_000,
  },
]

/** What the cinemas of the chain do beside their programme: most is to come, some is over. */
export async function demo(db: Db, { today, now, seed }: Demo, { storage, env }: App): Promise<void> {
  for (const plan of eventsOn(today)) {
    const [day, clock] = plan.at
    const movies = await moviesOn(db, plan, daysAsInstants(day, day, env.zone), env.zone)
    if (!movies.length) continue
    const picture = await drawn(env, ['backdrop', `event ${seed} ${plan.name}`, [plan.motif]], PICTURE)
    const { url } = await storeImage(storage, picture, 'image')
    await addEvent(
      db,
      {
        name: plan.name,
        description: plan.description,
        category: plan.category,
        image: url,
        cinemaId: plan.cinema,
        startsAt: new Date(toTyped(day, clock)),
        kobo: plan.naira * 100,
      },
      { movies, concessions: await concessionsOf(db, plan, now) },
      now,
    )
  }
}

/** A showtime each of as many movies as are planned: the last ones of the day. */
async function moviesOn(db: Db, plan: Plan, [from, until]: [Date, Date], zone: string): Promise<MovieLine[]> {
  const { rows } = await query(db, { id: text, movie_id: text, starts_at: text })`
    select distinct on (movie_id) id, movie_id, starts_at from showtimes
    where cinema_id = ${plan.cinema} and cancelled_at is null and seats_available > 0
      and starts_at >= ${from.toISOString()} and starts_at < ${until.toISOString()}
    order by movie_id, starts_at desc`
  const byTime = rows.slice(0, plan.movies ?? 1).sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
  return byTime.map((row) => {
    const [ticket] = ticketTypesOf(plan.cinema, new Date(row.starts_at), zone)
    return {
      movieId: row.movie_id,
      showtimeId: row.id,
      ticketId: ticket!.id,
      ticketName: ticket!.name,
      ticketKobo: ticket!.kobo,
    }
  })
}

async function concessionsOf(db: Db, { cinema, menu = [] }: Plan, now: Date): Promise<ConcessionLine[]> {
  const sold = await menuProducts(db, cinema, now)
  return menu.flatMap(([name, quantity]) => {
    const product = sold.find((one) => one.isActive && one.product_name.startsWith(name))
    return product ? [{ rosettaId: product.product_id, quantity }] : []
  })
}
