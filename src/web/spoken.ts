import type { DateLanguage } from '#contract/date-language.ts'

let spoken: DateLanguage = 'en'

/** From now on dates are in the words of this language. */
export const speakDates = (language: DateLanguage = 'en'): void => {
  spoken = language
}

export const dateLanguage = () => spoken
