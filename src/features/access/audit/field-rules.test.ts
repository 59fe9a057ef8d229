import { expect, test } from 'vitest'
import { fieldName, describeValue, labelOf } from './field-rules.ts'

test.each([
  ['customer', 'first_name', 'First name'],
  ['customer', 'subscripitionName', 'Plan'],
  ['movie', 'big_backround', 'Large background'],
  ['cube', 'state', 'State of the country'],
  ['error', 'state', 'State'],
  ['product', 'Filmhouse Lekki', 'Filmhouse Lekki'],
  ['something new', 'opens_at_noon', 'Opens at noon'],
  ['something new', 'cubeId', 'Cube'],
])('of a %s %s is %s', (entity, field, name) => expect(fieldName(entity, field)).toBe(name))

test('what nobody named has no name', () => expect(labelOf('movie', 'some_new_field')).toBeUndefined())

test.each([
  ['name', null, '–'],
  ['name', '', '–'],
  ['isActive', true, 'Yes'],
  ['isActive', false, 'No'],
  ['starts_at', '2026-11-21T09:00:00.000Z', '21/11/2026 10:00'],
  ['dateOfBirth', '1990-02-01', '01/02/1990'],
  ['product_price', 3500, '₦3,500'],
  ['fee_kobo', 350000, '₦3,500'],
  ['tickets', 4, '4'],
  ['available', 12431, '12,431'],
  ['releaseYear', 2026, '2026'],
  ['permissions', ['movies:read', '*'], 'View: Movies\nEverything'],
  ['record_types', [], '–'],
  ['movie_cast_list', [{ original_name: 'Ada', is_active: true }], 'Original name: Ada\nActive: Yes'],
])('%s of %j reads %s', (field, value, text) => expect(describeValue('x', field, value, 'Africa/Lagos')).toBe(text))
