import type { Reporting } from '#web/list/reporting.ts'
import ReportDrawer from './ReportDrawer.tsx'

/** A report of what a screen shows, beside the screen. */
export function NewReport({ onClose, ...made }: Reporting) {
  const title = document.querySelector('h1')?.textContent ?? ''
  const filters = made.filterLabels.map(({ label, value }) => `${label}: ${value}`).join(', ')
  const about = `${title || 'This list'} as you see it now${filters && ` (${filters})`}. Each colleague gets only the rows they have permission to see.`
  return <ReportDrawer made={{ ...made, title }} about={about} onClose={onClose} />
}
