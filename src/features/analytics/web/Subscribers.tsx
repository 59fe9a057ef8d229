import { Doughnut } from '#web/charts/Doughnut.tsx'
import { useRead } from '#web/api/queries.ts'
import { analytics } from '../contract.ts'
import { DEFINITIONS } from '../rules.ts'
import { active, inactive } from './series.ts'

/** Who of the registered customers has a subscription. */
export function Subscribers() {
  const reading = useRead(analytics.dashboard, {})
  const of = reading.data?.subscription_statistics
  return (
    <Doughnut
      title="Subscribers"
      info={`Active: ${DEFINITIONS.activeUsers} Inactive: ${DEFINITIONS.inactiveUsers}`}
      slices={
        of && [
          { ...active, value: of.active },
          { ...inactive, value: of.inactive },
        ]
      }
      reading={reading}
      empty="Nobody has registered yet"
    />
  )
}
