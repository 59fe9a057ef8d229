import type { Report } from '../contract.ts'

/** "Paused", "Failed", …, with how it is shown. */
export function stateOf({ paused, last }: Report): { label: string; tone: 'good' | 'bad' | 'neutral' | 'info' } {
  if (paused !== null) return { label: 'Paused', tone: 'neutral' }
  if (!last) return { label: 'Not sent yet', tone: 'neutral' }
  if (last.failed) return { label: last.sent ? 'Partly sent' : 'Not sent', tone: 'bad' }
  return last.pending ? { label: 'Sending', tone: 'info' } : { label: 'Sent', tone: 'good' }
}

/** Why, where there is something to say. */
export const reasonOf = ({ paused, last }: Report): string | undefined => paused ?? (last?.message || undefined)

/** "Ada Obi and 3 more". */
export const describeRecipients = ({ recipients }: Report): string => {
  const [first, ...rest] = recipients
  if (!first) return 'None'
  return rest.length ? `${first.name} and ${rest.length} more` : first.name
}

/** What a report sends, in words. */
export const aboutOf = ({ filters }: Pick<Report, 'filters'>): string =>
  filters.length ? filters.map(({ label, value }) => `${label}: ${value}`).join('. ') : 'No filters: everything'
