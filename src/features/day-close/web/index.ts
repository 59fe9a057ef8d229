import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const may = 'payment-logs:read'

export const web: WebFeature = {
  palette: {
    records: { 'business day': { label: "Day's close", path: paths.day, may } },
    screens: [
      {
        label: "Day's close",
        to: paths.days,
        may,
        words: 'business day close bridge revenue payout fees chargebacks journal restatement',
      },
    ],
  },
}
