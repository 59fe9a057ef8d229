/** A part between dots: letters of any script, and signs that need no quotes. */
const ATOM = String.raw`[^\s@.,:;<>()[\]\\"\p{C}]+`
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
/** The last label has two characters at least, and a letter. */
const EMAIL = new RegExp(
  String.raw`^(?=[^@]{1,64}@)${ATOM}(?:\.${ATOM})*@(?:${LABEL}\.)+(?=[^.]*\p{L})(?=[^.]{2})${LABEL}$`,
  'u',
)

/** Whether a text is an email address, as the forms, the import and the feed have it: at most 254 characters. */
export const isEmail = (text: string): boolean => {
  const email = text.trim()
  return email.length <= 254 && EMAIL.test(email)
}

/** An address for those who may not see people: enough to tell one from another in a list, and not to write to. */
export const maskedEmail = (email: string): string => {
  const [local = '', domain = ''] = email.split('@')
  return email && `${[...local][0] ?? ''}•••@${[...domain][0] ?? ''}•••`
}
