import { readMember } from './store.ts'
import type { OfCustomer } from '#server/timeline.ts'

export const ofCustomer: readonly OfCustomer[] = [
  {
    permission: 'kids-club:read',
    facts: async (db, id) => {
      const member = await readMember(db, id)
      if (!member) return []
      const text = member.consentDate ? 'Member' : 'Member, consent missing'
      return [{ label: 'Kids Klub', text, kind: null, id: null }]
    },
  },
]
