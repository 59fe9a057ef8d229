import { randomBytes } from 'node:crypto'
import { randomCode } from '#contract/code.ts'

/** A random code that nobody can guess, of letters that cannot be taken for others. */
export const newCode = (length: number): string => randomCode(length, randomBytes)
