import { useMemo } from 'react'
import { cinemas } from '#features/programming/cinemas/contract.ts'
import { useRead } from '#web/api/queries.ts'

/** The states with their cinemas. */
export const useCinemas = () => useRead(cinemas.list, {}).data

/** Each cinema's name by its id. */
export function useCinemaNames(): Map<string, string> {
  const states = useCinemas()
  return useMemo(
    () => new Map(states?.flatMap(({ cinemas: of }) => of.map(({ id, cinema_name }) => [id, cinema_name] as const))),
    [states],
  )
}
