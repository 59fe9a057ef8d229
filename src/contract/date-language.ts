/** The languages in which the words of dates are to be had, by what each calls itself. */
export const DATE_LANGUAGES = { en: 'English', fr: 'Français', yo: 'Yorùbá', ig: 'Igbo', ha: 'Hausa' } as const
export type DateLanguage = keyof typeof DATE_LANGUAGES
export const dateLanguages = Object.keys(DATE_LANGUAGES) as [DateLanguage, ...DateLanguage[]]
