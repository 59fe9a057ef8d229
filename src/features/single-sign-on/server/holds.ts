import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  oauth_states: { nobodys: { [NOBODYS.word]: 'provider', [NOBODYS.id]: 'nonce verifier' } },
  identities: { nobodys: { [NOBODYS.staff]: 'issuer subject' } },
}
