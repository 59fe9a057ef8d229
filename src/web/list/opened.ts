import * as z from 'zod/mini'
import { PageNumber } from '#contract/atoms.ts'
import { useAddress } from './address.ts'

const inAddress = z.object({ open: z.optional(z.string().check(z.maxLength(20))), page: z.optional(PageNumber) })

/** State of a named dialog in the address, so that the palette and links can open it. */
export function useOpened(name: string): [boolean, (isOpen: boolean) => void] {
  const [{ open, page }, setAddress] = useAddress(inAddress)
  return [
    open === name,
    (isOpen) =>
      void setAddress({ open: isOpen ? name : undefined, page: page === 1 ? undefined : page }, { replace: true }),
  ]
}
