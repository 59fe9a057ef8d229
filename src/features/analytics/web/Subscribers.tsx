import { Doughnut } from '#web/charts/Doughnut.tsx'
import { DEFINITIONS } from '../rules.ts'
import { useChosen } from './address.ts'
import { FOR_ALL } from './figures.ts'
import { active, inactive } from './series.ts'
import { useChainTotals } from './useTotals.ts'

/** Who of the registered customers has a subscription. */
export function Subscribers() {
  const reading = useChainTotals()
  const { cinemas } = useChosen()
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
      {...(cinemas && { note: FOR_ALL })}
      empty="Nobody has registered yet"
    />
  )
}
