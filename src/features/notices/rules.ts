/** How somebody gets a kind by mail. */
export const MAILS = ['none', 'now', 'daily'] as const
export type ByMail = (typeof MAILS)[number]
export const MAIL_LABELS: Record<ByMail, string> = { none: 'No', now: 'At once', daily: 'Daily' }
const MAIL_WORDS: Record<ByMail, string> = { none: 'Not at all', now: 'At once', daily: 'In the daily letter' }

export type Choice = { inOffice: boolean; mail: ByMail }
/** Of whoever has not chosen. */
export const UNCHOSEN: Choice = { inOffice: true, mail: 'none' }

/** In the words of the audit log. */
export const choiceInWords = ({ inOffice, mail }: Choice) => ({
  'In the office': inOffice,
  'By mail': MAIL_WORDS[mail],
})

/** What the daily letter names; it says how many more there are. */
export const DIGEST_MOST = 50
/** Letters at once to one person within an hour. What is more waits for the daily letter. */
export const LETTERS_AN_HOUR = 10
/** Of one notice that goes on, another letter is sent after so long at the earliest. */
export const LETTER_AGAIN_MS = 24 * 3_600_000

export const messages = {
  noSuchNotice: 'There is no such notice',
  noMail: `mail is one of ${MAILS.join(', ')}`,
  noChoice: 'inOffice is true or false',
  allRead: 'All notices are marked as read',
  chosen: 'Your choice has been saved',
}
