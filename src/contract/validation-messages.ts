import * as z from 'zod/mini'

const EXPECTED: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}
const COUNTED: Record<string, string> = { string: ' characters', array: ' entries' }

/** What is wrong with an input where its shape has no words of its own for it. */
function messageOf(issue: z.core.$ZodRawIssue): string {
  const counted = 'origin' in issue ? (COUNTED[String(issue.origin)] ?? '') : ''
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is missing'
        : `This must be ${EXPECTED[issue.expected] ?? 'something else'}`
    case 'too_big':
      return `At most ${issue.maximum}${counted}`
    case 'too_small':
      return `At least ${issue.minimum}${counted}`
    case 'invalid_value':
      return `This must be one of ${issue.values.join(', ')}`
    case 'unrecognized_keys':
      return `There is no ${issue.keys.join(', ')} here`
    default:
      return 'This is not written as it should be'
  }
}

z.config({ localeError: messageOf })
