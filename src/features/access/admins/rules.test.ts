import { expect, test } from 'vitest'
import { adminErrors, EMPTY_DRAFT, messages, type AdminDraft } from './rules.ts'

const ireti: AdminDraft = {
  ...EMPTY_DRAFT,
  firstName: 'Ireti',
  lastName: 'Doyle',
  email: 'ireti@marquee.example',
  mobile: '0803 555 0199',
  userType: 'ADMIN',
  roleId: '7',
}
const { empty } = messages

// Clauses: operations 277-278
test.each<[string, AdminDraft, object]>([
  ['with nothing', EMPTY_DRAFT, { firstName: empty, lastName: empty, email: empty, mobile: empty, userType: empty }],
  ['that is whole', ireti, {}],
  ['of an admin without a role', { ...ireti, roleId: '' }, { roleId: empty }],
  ['of an editor, who needs none', { ...ireti, userType: 'EDITOR', roleId: '' }, {}],
  [
    'with a role that is not chosen',
    { ...ireti, cinemaRoles: [{ roleId: '', places: [] }] },
    { cinemaRoles: messages.noCinemaRole },
  ],
  [
    'with a role at no place',
    { ...ireti, cinemaRoles: [{ roleId: '7', places: [] }] },
    { cinemaRoles: messages.noPlace },
  ],
  ['with half an email', { ...ireti, email: 'ireti@' }, { email: messages.invalidEmail }],
])('a form %s', (_, draft, errors) => {
  expect(adminErrors(draft)).toEqual(errors)
})
