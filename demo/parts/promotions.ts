import { addDays, instantAt, type Day } from '#contract/time.ts'
import { storeImage } from '#features/programming/media/server/public.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { lastDate, nextDate, nextSchoolHolidays, nextWeekday } from '#demo/days.ts'
import type { Demo } from '#server/demo.ts'
import { drawn } from '#demo/artwork/drawn.ts'
import { RECOMMENDED } from '#features/marketing/promotions/rules.ts'
import { addPromotion, type Entered } from '#features/marketing/promotions/server/store.ts'

/** Twice the size that is recommended, for sharp screens. */
const PICTURE = { width: RECOMMENDED.width * 2, height: RECOMMENDED.height * 2 }

type Offer = {
  title: string
  description: string
  /** What its picture shows, as the artwork of films has it. */
  motif: string
  primary: string
  secondary?: string
  isOnLanding?: true
  isOff?: true
  /** The day and the clock at which it starts and ends. */
  from?: [Day, string]
  until?: [Day, string]
}

/** Oldest first: the list shows the last one first. */
export const offersOn = (today: Day): readonly Offer[] => [
  {
    title: 'Independence Day double bill',
    description: 'Two Nigerian classics for the price of one, all day on the first of October.',
    motif: 'Comedy',
    primary: 'See the films',
    from: [lastDate(today, '10-01'), '06:00'],
    until: [addDays(lastDate(today, '10-01'), 1), '00:00'],
  },
  {
    title: 'Half price on Mondays',
    description: 'Every Monday, every film, every screen: half the price at the counter and online.',
    motif: 'Romance',
    primary: 'Book a Monday',
    secondary: 'How it works',
    isOnLanding: true,
  },
  {
    title: 'Student Thursdays',
    description: 'Show a student card and pay the matinee price until the last show of the evening.',
    motif: 'Music',
    primary: 'Book a Thursday',
    secondary: 'Terms',
    isOnLanding: true,
  },
  {
    title: 'Family bucket',
    description: 'One large popcorn, four drinks and four seats together. From noon on Saturdays and Sundays.',
    motif: 'Family',
    primary: 'Order ahead',
    isOnLanding: true,
    until: [nextWeekday(addDays(today, 12), 0), '23:59'],
  },
  {
    title: 'Bring a friend to the opera',
    description: 'Live from the great houses of Europe; the second ticket is ours.',
    motif: 'Documentary',
    primary: 'See the season',
    secondary: 'Find a cinema',
  },
  {
    title: 'Late show lounge',
    description: 'After ten in the evening the recliners cost what the other seats cost.',
    motif: 'Mystery',
    primary: 'Late shows tonight',
    isOff: true,
  },
  {
    title: 'Detty December pass',
    description: 'Ten films in December, on a pass of your own.',
    motif: 'Action',
    primary: 'Get the pass',
    secondary: 'What is in it',
    from: [`${nextDate(today, '12-31').slice(0, 4)}-12-01`, '00:00'],
    until: [addDays(nextDate(today, '12-31'), 1), '00:00'],
  },
  {
    title: 'Breakfast with a film',
    description: 'Akara, pap and a film at nine on Saturdays. Coffee is on the house.',
    motif: 'Animation',
    primary: 'Book breakfast',
  },
  {
    title: 'Seniors before five',
    description: "Over sixty? Any film before five in the afternoon at the children's price.",
    motif: 'Drama',
    primary: 'Book a seat',
  },
  {
    title: 'Gift cards are here',
    description: 'A film is a present that always fits. From ₦5,000, sent by email or handed over in an envelope.',
    motif: 'Fantasy',
    primary: 'Send one',
    secondary: 'Check a balance',
  },
  {
    title: 'Valentine recliners',
    description: 'Two recliners, two drinks and chocolates, on the fourteenth of February.',
    motif: 'Romance',
    primary: 'Reserve',
    isOff: true,
    from: [nextDate(today, '02-14'), '09:00'],
    until: [addDays(nextDate(today, '02-14'), 1), '00:00'],
  },
  {
    title: 'School holiday matinees',
    description: 'A film for ₦1,500 at eleven in the morning, every weekday of the school holidays.',
    motif: 'Adventure',
    primary: 'See the programme',
    from: [nextSchoolHolidays(today)[0], '07:00'],
    until: [nextSchoolHolidays(today)[1], '23:59'],
  },
]

/** What a chain advertises: some live, some to come, one over, some put away. */
export async function demo(db: Db, { today, now, seed }: Demo, { storage, env }: App): Promise<void> {
  const instant = (moment: [Day, string] | undefined) => (moment ? instantAt(...moment, env.zone) : null)
  const offers = offersOn(today)
  for (const [at, offer] of offers.entries()) {
    const picture = await drawn(env, ['poster', `promotion ${seed} ${offer.title}`, [offer.motif]], PICTURE)
    const { url } = await storeImage(storage, picture, 'image')
    await addPromotion(db, entered(offer, url, instant), daysBefore(now, offers.length - at), offer.isOnLanding)
  }
}

const entered = (
  { title, description, primary, secondary = '', isOff, from, until }: Offer,
  picture: string,
  instant: (moment: [Day, string] | undefined) => Date | null,
): Entered => {
  const page = `https://cinema.example/offers/${title.toLowerCase().replace(/[^a-z]+/g, '-')}`
  return {
    position: 'body',
    isMovie: false,
    title,
    description,
    movieId: null,
    trailer: '',
    url: '',
    webMedia: picture,
    mobileMedia: picture,
    thumbnail: picture,
    primaryCta: primary,
    primaryCtaUrl: page,
    secondaryCta: secondary,
    secondaryCtaUrl: secondary && `${page}/more`,
    isActive: !isOff,
    startsAt: instant(from),
    endsAt: instant(until),
  }
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)
