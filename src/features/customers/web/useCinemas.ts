import { useMemo } from 'react'
import { refusal } from '#contract/permissions.ts'
import { cinemas } from '#features/cinemas/contract.ts'
import { useRead } from '#web/api/queries.ts'
import { useMe } from '#web/api/session.ts'

/** The states with their cinemas; nothing for whom may not see them. */
export function useCinemas() {
  const isRefused = Boolean(refusal(useMe(), cinemas.list.may))
  return useRead(cinemas.list, {}, { enabled: !isRefused }).data
}

/** Each cinema's name by its id. */
export function useCinemaNames(): Map<string, string> {
  const states = useCinemas()
  return useMemo(
    () => new Map(states?.flatMap(({ cinemas: of }) => of.map(({ id, cinema_name }) => [id, cinema_name] as const))),
    [states],
  )
}
