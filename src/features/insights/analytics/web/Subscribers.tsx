import { Doughnut } from '#web/charts/Doughnut.tsx'
import { DEFINITIONS } from '../rules.ts'
import { ChartFile } from './ChartFile.tsx'
import { active, inactive } from './series.ts'
import { useChainTotals } from './useTotals.ts'

/** Who of the registered customers has a subscription. */
export function Subscribers({ note }: { note?: string }) {
  const reading = useChainTotals()
  const of = reading.data?.subscription_statistics
  return (
    <Doughnut
      title="Subscribers"
      info={`Active: ${DEFINITIONS.activeUsers}. Inactive: ${DEFINITIONS.inactiveUsers}.`}
      slices={
        of && [
          { ...active, value: of.active },
          { ...inactive, value: of.inactive },
        ]
      }
      reading={reading}
      file={<ChartFile of="Subscribers" chainChart="subscribers" />}
      {...(note && { note })}
      empty="No registered customers yet"
    />
  )
}
