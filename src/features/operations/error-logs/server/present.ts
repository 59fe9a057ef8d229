import { withChainRights, refusal, refusalWherever, type Rights } from '#contract/permissions.ts'
import type { LoggedError } from '../contract.ts'
import { maskedEmail } from '#contract/email.ts'

/** What a reader sees of people: a customer's address whole with `customers:read`, an admin's with `admins:read`. */
export function presenterFor(me: Rights) {
  const permission = {
    customer: !refusalWherever(me, 'customers:read', 'error-logs:read'),
    // Whoever sees some people would be shown all.
    admin: !refusal(withChainRights(me), 'admins:read'),
  }
  return {
    customers: permission.customer,
    whom: <R extends { data: LoggedError['data'] }>(row: R): R => {
      const { email, meta } = row.data
      const isFullyVisible = meta.userType !== null && permission[meta.userType]
      return isFullyVisible ? row : { ...row, data: { email: maskedEmail(email), meta } }
    },
  }
}
