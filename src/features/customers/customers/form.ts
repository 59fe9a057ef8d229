import type { CustomerForm, CustomerRecord } from './contract.ts'

/** Part of a customer that the form edits. */
export type Known = Pick<CustomerRecord, 'userData'> & {
  userSubscriptionHistory: Pick<CustomerRecord['userSubscriptionHistory'], 'active_subscription'>
}

/** Converts a customer into the edit form. Missing values are empty. */
export const formOf = ({ userData, userSubscriptionHistory }: Known): CustomerForm => {
  const subscription = userSubscriptionHistory.active_subscription
  return {
    first_name: userData.firstName,
    last_name: userData.lastName,
    email: userData.email ?? '',
    mobile: userData.mobile ?? '',
    dateOfBirth: userData.dateOfBirth ?? '',
    gender: userData.gender,
    preferredBillingCycle: userData.preferredBillingCycle,
    default_cinema_id: userData.defaultCinema?.id ?? null,
    subscriptionId: subscription?.subscriptionId ?? null,
    subscripitionName: subscription?.subscriptionName ?? '',
    subStartDate: subscription?.subStartDate ?? null,
    subEndDate: subscription?.subEndDate ?? null,
    rosettaCardNumber: userData.rosettaCardNumber,
    version: userData.version,
  }
}
