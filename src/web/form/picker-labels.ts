import dayjs from 'dayjs'
import { dateNamesIn } from '../date-names.ts'
import { dateLanguage } from '../spoken.ts'

const ariaLabels = { nextMonth: 'Next month', previousMonth: 'Previous month' }

/** What every calendar to choose from is given: the words of the person's language of dates, and no day in red. */
export function pickerLabels() {
  const locale = dateLanguage()
  // Calendars ask day.js for the words. It keeps speaking English where it is not asked for a language.
  dayjs.locale({ name: locale, ...dateNamesIn(locale), formats: {}, relativeTime: {} }, undefined, true)
  return { locale, weekendDays: [], ariaLabels }
}
