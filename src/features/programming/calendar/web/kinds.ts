import { refusal, type Rights } from '#contract/permissions.ts'
import type { CalendarKind, WebFeature } from '#web/feature.ts'

/** The kinds that these rights show. */
export const kindsOf = (features: readonly WebFeature[], me: Rights): CalendarKind[] =>
  features.flatMap(({ calendar }) => calendar ?? []).filter(({ permission }) => !refusal(me, permission))
