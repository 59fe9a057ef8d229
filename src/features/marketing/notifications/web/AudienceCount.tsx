import { showCount } from '#contract/counted.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import { useRead } from '#web/api/queries.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import type { AudienceCount as Found } from '../audience-contract.ts'
import { exclusionLabel } from '../audience-rules.ts'
import { notifications } from '../contract.ts'
import { excludedLabel, messages, notificationProblems, type Audience } from '../rules.ts'
import styles from './Notifications.module.css'
import type { NotificationDraft } from './draft.ts'

const TYPING_MS = 600
const REFRESH_MS = 15_000
/** Conditions over everybody take longer to work out. */
const REFRESH_SAVED_MS = 60_000

type Counted = {
  text: string | undefined
  found: Found | undefined
  control_percent: number
  isWanted: boolean
  isFailed: boolean
}
type Aim = Pick<NotificationDraft, 'audience' | 'audience_id' | 'control_percent' | 'email'> & { code: string }

/** How many it would go to if it were sent now, kept up to date; of a test user once the address is one. */
export function useAudience({ audience, audience_id, control_percent: controlPercent, email, code }: Aim): Counted {
  const [typed] = useDebouncedValue(email.trim(), TYPING_MS)
  const isTest = audience === 'TEST-USER'
  const isSaved = audience === 'SAVED-AUDIENCE'
  const problems = notificationProblems({
    title: '',
    body: '',
    link: '',
    name: '',
    audience,
    audience_id,
    control_percent: controlPercent,
    email: typed,
  })
  const isWanted = !problems.email && !problems.audience_id
  const query = {
    audience: audience as Audience,
    ...(isTest ? { email: typed } : { control_percent: Number(controlPercent), code }),
    ...(isSaved && { audience_id: Number(audience_id) }),
  }
  const { data, error, isPlaceholderData } = useRead(
    notifications.audience,
    { query },
    { enabled: isWanted, staleTime: 0, refetchInterval: () => (isSaved ? REFRESH_SAVED_MS : REFRESH_MS) },
  )
  const found = isWanted && !isPlaceholderData ? data : undefined
  return {
    text: found && reachedLabel(found, isTest),
    found,
    control_percent: isTest ? 0 : Number(controlPercent),
    isWanted,
    isFailed: isWanted && Boolean(error),
  }
}

const countOf = (count: number, one: string, many: string) => `${showCount(count)} ${count === 1 ? one : many}`
const customersOf = (count: number) => countOf(count, 'customer', 'customers')

/** Children alone are said in the sentence; of other exclusions there is a list. */
const isListed = ({ excluded }: Found) => excluded.some(({ reason }) => reason !== 'consent')

/** Whom a notification reaches, in one sentence. */
export function reachedLabel(found: Found, isTest: boolean): string {
  const { devices, customers, excludedDevices } = found
  const reached =
    devices > 0
      ? `Reaches ${countOf(devices, 'device', 'devices')} (${customersOf(customers)})`
      : isTest && excludedDevices === 0
        ? messages.noDevice
        : 'Reaches no device'
  return excludedDevices > 0 && !isListed(found) ? `${reached}. ${excludedLabel(excludedDevices)}` : reached
}

/** The live count, below the audience. */
export const AudienceCount = ({ text, found, control_percent: controlPercent, isWanted, isFailed }: Counted) => (
  <div role="status">
    <p className={styles.count} data-nobody={found?.devices === 0 || undefined}>
      <IconUsers size={16} stroke={1.6} aria-hidden />
      {text ??
        (isFailed ? (
          'The audience could not be counted'
        ) : isWanted ? (
          <Skeleton width={190} height={12} />
        ) : (
          'Enter an email to see its devices'
        ))}
    </p>
    {found && isListed(found) && <Exclusions found={found} control_percent={controlPercent} />}
  </div>
)

/** From everybody in the audience to those who are reached, each exclusion by name. Devices without anybody signed in are no customers. */
const Exclusions = ({ found, control_percent: controlPercent }: { found: Found; control_percent: number }) => (
  <ul className={styles.exclusions}>
    <li>
      <b>{showCount(found.people)}</b>
      {found.people === 1 ? 'customer in the audience' : 'customers in the audience'}
    </li>
    {found.excluded.map(({ reason, customers }) => (
      <li key={reason}>
        <b>−{showCount(customers)}</b>
        {exclusionLabel(reason, found, controlPercent)}
      </li>
    ))}
    <li>
      <b>{showCount(found.customers)}</b>
      {`reached, on ${countOf(found.devices, 'device', 'devices')}`}
    </li>
  </ul>
)
