/** What a letter is called, by its kind: `password-reset` is "Password reset". */
export const letterName = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ')
