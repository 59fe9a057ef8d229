import { showCount } from '#contract/counted.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { IconUsers } from '@tabler/icons-react'
import { useRead } from '#web/api/queries.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { notifications } from '../contract.ts'
import { leftOutWords, messages, notificationProblems, type Audience } from '../rules.ts'
import styles from './Notifications.module.css'
import type { NotificationDraft } from './draft.ts'

const TYPING_MS = 600
const REFRESH_MS = 15_000

type Counted = { words: string | undefined; isNobody: boolean; isWanted: boolean; isFailed: boolean }

/** How many it would go to if it were sent now, kept up to date; of a test user once the address is one. */
export function useAudience({ audience, email }: Pick<NotificationDraft, 'audience' | 'email'>): Counted {
  const [typed] = useDebouncedValue(email.trim(), TYPING_MS)
  const isTest = audience === 'TEST-USER'
  const isWanted =
    !isTest || !notificationProblems({ title: '', body: '', link: '', name: '', audience, email: typed }).email
  const query = { audience: audience as Audience, ...(isTest && { email: typed }) }
  const { data, error, isPlaceholderData } = useRead(
    notifications.audience,
    { query },
    { enabled: isWanted, staleTime: 0, refetchInterval: () => REFRESH_MS },
  )
  const found = isWanted && !isPlaceholderData ? data : undefined
  return {
    words: found && countWords(found, isTest),
    isNobody: found?.devices === 0,
    isWanted,
    isFailed: isWanted && Boolean(error),
  }
}

const countOf = (count: number, one: string, many: string) => `${showCount(count)} ${count === 1 ? one : many}`

type Audienced = { devices: number; customers: number; leftOut: number }

function countWords({ devices, customers, leftOut }: Audienced, isTest: boolean): string {
  const reached =
    devices > 0
      ? `Reaches ${countOf(devices, 'device', 'devices')} (${countOf(customers, 'customer', 'customers')})`
      : isTest && leftOut === 0
        ? messages.noDevice
        : 'Reaches no device'
  return leftOut > 0 ? `${reached}. ${leftOutWords(leftOut)}` : reached
}

/** The live count, below the audience. */
export const AudienceCount = ({ words, isNobody, isWanted, isFailed }: Counted) => (
  <p className={styles.count} data-nobody={isNobody || undefined} role="status">
    <IconUsers size={16} stroke={1.6} aria-hidden />
    {words ??
      (isFailed ? (
        'The audience could not be counted'
      ) : isWanted ? (
        <Skeleton width={190} height={12} />
      ) : (
        'Enter an email to see its devices'
      ))}
  </p>
)
