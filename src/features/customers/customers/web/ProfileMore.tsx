import { useEffect, useMemo } from 'react'
import { refusal } from '#contract/permissions.ts'
import { useMe } from '#web/api/session.ts'
import type { CustomerPanel } from '#web/feature.ts'
import { useFeatures } from '#web/features.ts'
import { usePart, type LazyPart } from '#web/lazy.ts'

function usePanels(): CustomerPanel[] {
  const features = useFeatures()
  const me = useMe()
  return useMemo(
    () =>
      features
        .flatMap(({ customerPanels = [] }) => customerPanels)
        .filter(({ permission }) => !permission || !refusal(me, permission))
        .toSorted((one, other) => one.order - other.order),
    [features, me],
  )
}

/** Preloads the code of other features' panels while the customer is read. */
export function usePanelsEarly(): void {
  const panels = usePanels()
  useEffect(() => {
    for (const { part } of panels) part.load().catch(() => undefined)
  }, [panels])
}

type Props = { place: CustomerPanel['place']; customerId: number }

/** Panels of other features at one place of the profile: their `customerPanels`. */
export const ProfileMore = ({ place, customerId }: Props) =>
  usePanels()
    .filter((panel) => panel.place === place)
    .map(({ order, part }) => <Panel key={order} part={part} customerId={customerId} />)

function Panel({ part, customerId }: Pick<CustomerPanel, 'part'> & Pick<Props, 'customerId'>) {
  const { Part: Here } = usePart(part)
  return Here && <Here customerId={customerId} />
}

/** Panels of other features on a guest's page: their `guestPanels`. */
export const GuestMore = ({ email }: { email: string }) =>
  useFeatures()
    .flatMap(({ guestPanels = [] }) => guestPanels)
    .map((part, n) => <GuestPanel key={n} part={part} email={email} />)

function GuestPanel({ part, email }: { part: LazyPart<{ email: string }>; email: string }) {
  const { Part: Here } = usePart(part)
  return Here && <Here email={email} />
}
