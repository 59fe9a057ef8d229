import type { WebFeature } from '#web/feature.ts'
import { ACCOUNT } from '#web/shell/nav.ts'

export const web: WebFeature = {
  palette: {
    screens: [
      {
        label: 'My account',
        to: ACCOUNT,
        permission: 'session',
        keywords:
          'profile password sessions devices theme sign in security activity 2fa two factor passkey authenticator recovery codes',
      },
    ],
  },
}
