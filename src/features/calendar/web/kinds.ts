import { refusal, type Rights } from '#contract/permissions.ts'
import type { CalendarKind } from '#web/feature.ts'
import { features } from '#web/features.ts'

/** The kinds that these rights show. */
export const kindsOf = (me: Rights): CalendarKind[] =>
  features.flatMap(({ calendar }) => calendar ?? []).filter(({ may }) => !refusal(me, may))
