/** A part between dots: letters of any script, and characters that need no quotes. */
const ATOM = String.raw`[^\s@.,:;<>()[\]\\"\p{C}]+`
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
/** The last label has at least two characters, including a letter. */
const EMAIL = new RegExp(
  String.raw`^(?=[^@]{1,64}@)${ATOM}(?:\.${ATOM})*@(?:${LABEL}\.)+(?=[^.]*\p{L})(?=[^.]{2})${LABEL}$`,
  'u',
)

/** Whether a text is an email address of up to 254 characters, for forms, imports and the feed. */
export const isEmail = (text: string): boolean => {
  const email = text.trim()
  return email.length <= 254 && EMAIL.test(email)
}

/** Masks an address for staff without permission to see it: enough to distinguish rows of a list. */
export const maskedEmail = (email: string): string => {
  const [local = '', domain = ''] = email.split('@')
  return email && `${[...local][0] ?? ''}•••@${[...domain][0] ?? ''}•••`
}
