import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  oauth_states: { nonPersonal: { [NON_PERSONAL.word]: 'provider', [NON_PERSONAL.id]: 'nonce verifier' } },
  identities: { nonPersonal: { [NON_PERSONAL.staff]: 'issuer subject' } },
}
