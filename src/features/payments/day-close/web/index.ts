import type { WebFeature } from '#web/feature.ts'
import { paths } from './paths.ts'

const permission = 'payment-logs:read'

export const web: WebFeature = {
  palette: {
    records: { 'business day': { label: "Day's close", path: paths.day, permission } },
    screens: [
      {
        label: "Day's close",
        to: paths.days,
        permission,
        keywords: 'business day close bridge revenue payout fees chargebacks journal restatement',
      },
    ],
  },
}
