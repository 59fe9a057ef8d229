import * as z from 'zod/mini'
import { errors } from './errors.ts'

const EXPECTED: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}
const COUNTED: Record<string, string> = { string: 'characters', array: 'entries' }

/** Describes what is wrong with an input, for shapes without their own message. */
function messageOf(issue: z.core.$ZodRawIssue): string {
  const counted = 'origin' in issue ? (COUNTED[String(issue.origin)] ?? '') : ''
  switch (issue.code) {
    case 'invalid_type':
      return errors.enter(issue.input === undefined ? 'a value' : (EXPECTED[issue.expected] ?? 'another type of value'))
    case 'too_big':
      return errors.enter(counted ? `up to ${issue.maximum} ${counted}` : `${issue.maximum} or less`)
    case 'too_small':
      return errors.enter(counted ? `at least ${issue.minimum} ${counted}` : `${issue.minimum} or more`)
    case 'invalid_value':
      return errors.choose(`one of ${issue.values.join(', ')}`)
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.join(', ')}`
    default:
      return 'Check the format'
  }
}

z.config({ localeError: messageOf })
