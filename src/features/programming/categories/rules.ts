import { errors } from '#contract/errors.ts'

/** Rules and words of categories (operations 5, 8, 9). */

export const NAME_LENGTH = 100
export const PAGE = 10

export const messages = {
  noName: 'Field is empty',
  nameExists: errors.exists('a category with this name'),
  noSuchCategory: errors.notFound('category'),
  notDeleted: 'This category was not deleted',
  added: 'Category added',
  saved: 'Category updated',
  deleted: 'Deleted successfully',
  restored: 'Category restored',
  /** Said where a failed save says nothing itself. */
  wentWrong: 'Something went wrong :I',
} as const

export const categoryErrors = ({ name }: { name: string }): { name?: string } =>
  name.trim() === '' ? { name: messages.noName } : {}
