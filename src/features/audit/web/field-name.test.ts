import { expect, it } from 'vitest'
import { fieldName } from './field-name.ts'

it.each([
  ['first_name', 'First name'],
  ['dateOfBirth', 'Date of birth'],
  ['default_cinema_id', 'Default cinema'],
  ['subscriptionId', 'Subscription'],
  ['subscripitionName', 'Subscription name'],
  ['id', 'id'],
])('%s is %s', (field, name) => {
  expect(fieldName(field)).toBe(name)
})
