import * as z from 'zod/mini'
import { PageNumber } from '#contract/atoms.ts'
import { useAddress } from './address.ts'

const inAddress = z.object({ open: z.optional(z.string().check(z.maxLength(20))), page: z.optional(PageNumber) })

/** Whether the dialog of a name is open: it stands in the address, so that the palette and a link open it, too. */
export function useOpened(name: string): [boolean, (isOpen: boolean) => void] {
  const [{ open, page }, setAddress] = useAddress(inAddress)
  return [
    open === name,
    (isOpen) =>
      void setAddress({ open: isOpen ? name : undefined, page: page === 1 ? undefined : page }, { replace: true }),
  ]
}
