import type { Series } from '#web/charts/types.ts'
import type { Channel } from './figures.ts'

export const web: Series = { id: 'web', label: 'Web', color: 'var(--web)' }
export const mobile: Series = { id: 'mobile', label: 'Mobile', color: 'var(--mobile)' }
const notSpecified: Series = { id: 'not_specified', label: 'Not specified', color: 'var(--not-specified)' }

type ByChannel = { web: number; mobile: number; not_specified: number }

/** What is drawn of figures by channel, and its values of a row. */
export const channelSeries: Record<Channel, readonly Series[]> = {
  all: [web, mobile, notSpecified],
  web: [web],
  mobile: [mobile],
}
export const channelValues = (channel: Channel) => (row: ByChannel) =>
  channelSeries[channel].map(({ id }) => row[id as keyof ByChannel])

/** In the order of KINDS. */
export const kindSeries: readonly Series[] = [
  { id: 'tickets', label: 'Tickets', color: 'var(--tickets)' },
  { id: 'concessions', label: 'Concessions', color: 'var(--concessions)' },
  { id: 'subscriptions', label: 'Subscriptions', color: 'var(--subscriptions)' },
]

export const active: Series = { id: 'active', label: 'Active', color: 'var(--web)' }
export const inactive: Series = { id: 'inactive', label: 'Inactive', color: 'var(--not-specified)' }

/** A chart of one thing, in the house's colour. */
export const only = (label: string): readonly Series[] => [{ id: 'only', label, color: 'var(--web)' }]
/** What went away. */
export const lost = (label: string): readonly Series[] => [{ id: 'lost', label, color: 'var(--lost)' }]
