import { useDebouncedValue } from '@mantine/hooks'
import { useRead } from '#web/api/queries.ts'
import { customers, type UserRow } from '../contract.ts'
import { isSamePhone } from '../rules.ts'

const SEARCH_MS = 300

/** Finds the customer who already has the phone of a new profile. */
export function useKnownPhone(typed: string, isNew: boolean): UserRow | undefined {
  const [sent] = useDebouncedValue(typed.trim(), SEARCH_MS)
  const isComplete = isNew && isSamePhone(sent, sent.replace(/\D/g, ''))
  const { data } = useRead(customers.find, { query: { keyword: sent } }, { enabled: isComplete })
  return isComplete ? data?.find(({ mobile }) => mobile && isSamePhone(sent, mobile)) : undefined
}
