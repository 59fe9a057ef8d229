/** What an email is called, by its kind: `password-reset` is "Password reset". */
export const emailKindLabel = (kind: string): string =>
  kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ')
