const DAYS = '/dashboard/daily-finance'

export const paths = {
  days: DAYS,
  mismatches: `${DAYS}/mismatches`,
  day: (day: string) => `${DAYS}/${day}`,
  reconciliation: (day: string) => `${DAYS}/${day}/reconciliation`,
}
