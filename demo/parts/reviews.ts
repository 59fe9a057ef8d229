import { rngOf, type Rng } from '#demo/random.ts'
import { sql } from 'drizzle-orm'
import { addDays } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { posId, type Turn } from '#demo/chain/programme.ts'

/** The most popular film's count; the others follow it down by rank. */
const MOST = 1900
const WRITTEN_SHARE = 0.16
const BATCH = 3000

const firstNames =
  'Adaeze Chinedu Ngozi Emeka Ifeoma Obinna Chiamaka Uche Tunde Funke Yetunde Segun Bisi Kunle Temitope Damilola Folake Babajide Aisha Musa Zainab Ibrahim Halima Sani Fatima Yusuf Hauwa Abdul Ebiere Tamuno Preye Ese Efe Osaze Itohan Osagie Idara Ubong Mfon Ini Terna Doose Blessing Victor Precious Samuel Esther Daniel Grace Kelechi'.split(
    ' ',
  )
const lastNames =
  'Okafor Eze Nwosu Obi Nnamdi Okonkwo Umeh Adeyemi Bakare Ogunleye Adebayo Balogun Afolabi Oyelaran Akinola Bello Abubakar Danjuma Garba Lawal Suleiman Amadi Briggs Wokoma Dokubo Igbinedion Osagie Ehigie Aigbe Etim Bassey Effiong Udoh Akpan Tor Iorfa James Peters George Madu'.split(
    ' ',
  )

const praise = [
  'I laughed from start to finish.',
  'The whole hall was clapping at the end.',
  'Best thing I have seen this year.',
  'The acting was top notch.',
  'I cried twice, no shame.',
  'Worth every naira.',
  'My children want to see it again.',
  'Beautiful pictures and the sound was loud and clear.',
  'The story kept me guessing to the end.',
  'E sweet me die!',
  'We will be talking about this one for long.',
  'Nollywood or not, this is world class.',
  'I went alone and came back with my mother the next day.',
  'The music alone is worth the ticket.',
]
const complaint = [
  'Too long, I slept small.',
  'The trailer showed all the good parts already.',
  'The ending made no sense to me.',
  'I expected more after all the noise.',
  'The sound was too low in our screen.',
  'Nice pictures but the story is weak.',
  'Not for children at all, please check the rating.',
  'The AC was freezing and the film was cold too.',
  'Average. Wait for it to stream.',
]
const closing = [
  '',
  '',
  '',
  ' Go and see it.',
  ' 5 stars.',
  ' Well done to the cast.',
  ' Saw it on a Saturday, full house.',
  ' No regrets.',
]
const closingBad = ['', '', '', ' Not for me.', ' 2 stars.', ' I hope the next one is better.', ' Save your money.']

type Review = { movie: string; name: string; liked: boolean; review: string; at: string }

/** Likes, dislikes and reviews of the films that have opened: thousands for the most popular, dozens for the least. */
export async function demoReviews(
  db: Db,
  turns: readonly Turn[],
  { now, seed }: { now: Date; seed: number },
): Promise<void> {
  const byPopularity = [...turns].sort(
    (a, b) => rngOf(`popular ${seed} ${b.film.id}`).next() - rngOf(`popular ${seed} ${a.film.id}`).next(),
  )
  const reviews = byPopularity.flatMap((turn, rank) => reviewsOf(turn, rank, now, seed))
  reviews.sort((a, b) => a.at.localeCompare(b.at))
  for (let from = 0; from < reviews.length; from += BATCH)
    await db.execute(sql`
      insert into reviews (movie_id, customer_name, liked, review, created_at)
      select x.movie, x.name, x.liked, x.review, x.at
      from jsonb_to_recordset(${JSON.stringify(reviews.slice(from, from + BATCH))}::jsonb)
        as x(movie text, name text, liked boolean, review text, at timestamptz)`)
}

function reviewsOf({ film, opens, weeks }: Turn, rank: number, now: Date, seed: number): Review[] {
  const rng = rngOf(`reviews ${seed} ${film.id}`)
  const from = Date.parse(`${opens}T12:00:00Z`)
  const until = Math.min(now.getTime(), Date.parse(`${addDays(opens, weeks * 7)}T12:00:00Z`))
  if (until <= from) return []
  const likedShare = rng.range(0.62, 0.95)
  const count = Math.floor((MOST / (rank + 1) ** 0.9) * rng.range(0.9, 1))
  return Array.from({ length: count }, () => {
    const liked = rng.chance(likedShare)
    return {
      movie: posId(film),
      name: `${rng.pick(firstNames)} ${rng.pick(lastNames)}`,
      liked,
      review: rng.chance(WRITTEN_SHARE) ? written(rng, liked) : '',
      at: new Date(from + rng.next() * (until - from)).toISOString(),
    }
  })
}

const written = (rng: Rng, liked: boolean): string =>
  liked ? rng.pick(praise) + rng.pick(closing) : rng.pick(complaint) + rng.pick(closingBad)
