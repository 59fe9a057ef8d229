import type { DateLanguage } from '#contract/date-language.ts'
import type { Day } from '#contract/time.ts'
import { dateLanguage } from './spoken.ts'

/** The words of dates in one language, from January and from Sunday. The names are those of day.js. */
export type DateNames = Record<'months' | 'monthsShort' | 'weekdays' | 'weekdaysShort' | 'weekdaysMin', string[]>

const list = (names: string) => names.split(', ')
const begin = (names: string[], length: number) => names.map((word) => word.slice(0, length))

function english(): DateNames {
  const months = list(
    'January, February, March, April, May, June, July, August, September, October, November, December',
  )
  const weekdays = list('Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday')
  const weekdaysShort = begin(weekdays, 3)
  return { months, monthsShort: begin(months, 3), weekdays, weekdaysShort, weekdaysMin: begin(weekdays, 2) }
}

function french(): DateNames {
  const weekdays = list('dimanche, lundi, mardi, mercredi, jeudi, vendredi, samedi')
  return {
    months: list('janvier, février, mars, avril, mai, juin, juillet, août, septembre, octobre, novembre, décembre'),
    monthsShort: list('janv., févr., mars, avr., mai, juin, juil., août, sept., oct., nov., déc.'),
    weekdays,
    weekdaysShort: begin(weekdays, 3).map((word) => `${word}.`),
    weekdaysMin: begin(weekdays, 2),
  }
}

function yoruba(): DateNames {
  const monthsShort = list('Ṣẹ́rẹ́, Èrèlè, Ẹrẹ̀nà, Ìgbé, Ẹ̀bibi, Òkúdu, Agẹmọ, Ògún, Owewe, Ọ̀wàrà, Bélú, Ọ̀pẹ̀')
  const weekdays = list('Àìkú, Ajé, Ìsẹ́gun, Ọjọ́rú, Ọjọ́bọ, Ẹtì, Àbámẹ́ta')
  return {
    months: monthsShort.map((name) => `Oṣù ${name}`),
    monthsShort,
    weekdays,
    weekdaysShort: weekdays,
    weekdaysMin: list('Àì, Aj, Ìs, Ọr, Ọb, Ẹt, Àb'),
  }
}

const igbo = (): DateNames => ({
  months: list('Jenụwarị, Febrụwarị, Maachị, Epreel, Mee, Jun, Julaị, Ọgọọst, Septemba, Ọktoba, Novemba, Disemba'),
  monthsShort: list('Jen, Feb, Maa, Epr, Mee, Juu, Jul, Ọgọ, Sep, Ọkt, Nov, Dis'),
  weekdays: list('Sọndee, Mọnde, Tiuzdee, Wenezdee, Tọọzdee, Fraịdee, Satọdee'),
  weekdaysShort: list('Sọn, Mọn, Tiu, Wen, Tọọ, Fraị, Sat'),
  weekdaysMin: list('Sọ, Mọ, Ti, We, Tọ, Fr, Sa'),
})

const hausa = (): DateNames => ({
  months: list('Janairu, Faburairu, Maris, Afirilu, Mayu, Yuni, Yuli, Agusta, Satumba, Oktoba, Nuwamba, Disamba'),
  monthsShort: list('Jan, Fab, Mar, Afi, May, Yun, Yul, Agu, Sat, Okt, Nuw, Dis'),
  weekdays: list('Lahadi, Litinin, Talata, Laraba, Alhamis, Jummaʼa, Asabar'),
  weekdaysShort: list('Lah, Lit, Tal, Lar, Alh, Jum, Asa'),
  weekdaysMin: list('Lh, Li, Ta, Lr, Al, Ju, As'),
})

const makers = { en: english, fr: french, yo: yoruba, ig: igbo, ha: hausa }
const made: Partial<Record<DateLanguage, DateNames>> = {}

/** Written out because browsers do not have them all: Chromium answers in English for Yoruba, Igbo and Hausa. */
export const dateNamesIn = (language: DateLanguage): DateNames => (made[language] ??= makers[language]())

/** Dates in words, in one language; the order is the same in all of them. */
export function datesIn(language: DateLanguage) {
  const { months, monthsShort, weekdays, weekdaysShort } = dateNamesIn(language)
  const at = (day: Day) => {
    const date = new Date(`${day}T00:00:00Z`)
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth(),
      date: date.getUTCDate(),
      weekday: date.getUTCDay(),
    }
  }
  const brief = (day: Day) => `${weekdays[at(day).weekday]} ${at(day).date} ${months[at(day).month]}`
  const month = (day: Day) => `${months[at(day).month]} ${at(day).year}`
  return {
    /** "November", "Nov", "Mon" */
    months,
    monthShort: (day: Day) => monthsShort[at(day).month]!,
    weekday: (day: Day) => weekdaysShort[at(day).weekday]!,
    /** "Monday 30 November", and with its year */
    brief,
    full: (day: Day) => `${brief(day)} ${at(day).year}`,
    /** "November 2026" */
    month,
    /** "16 – 22 November 2026", "30 November – 6 December 2026", "28 December 2026 – 3 January 2027" */
    span: (from: Day, until: Day) => {
      const [a, b] = [at(from), at(until)]
      const end = `${b.date} ${month(until)}`
      if (a.year !== b.year) return `${a.date} ${month(from)} – ${end}`
      return a.month === b.month ? `${a.date} – ${end}` : `${a.date} ${months[a.month]} – ${end}`
    },
  }
}

/** Dates in the words of the signed-in person's language. */
export const dates = () => datesIn(dateLanguage())
