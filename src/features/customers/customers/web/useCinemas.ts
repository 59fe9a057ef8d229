import { useMemo } from 'react'
import { cinemas } from '#features/programming/cinemas/contract.ts'
import { useRead } from '#web/api/queries.ts'

/** Reads the states with their cinemas. */
export const useCinemas = () => useRead(cinemas.list, {}).data

/** Reads cinema names by id. */
export function useCinemaNames(): Map<string, string> {
  const states = useCinemas()
  return useMemo(
    () => new Map(states?.flatMap(({ cinemas: of }) => of.map(({ id, cinema_name }) => [id, cinema_name] as const))),
    [states],
  )
}
