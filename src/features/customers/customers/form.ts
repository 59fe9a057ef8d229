import type { CustomerForm, CustomerRecord } from './contract.ts'

/** As much of a customer as the form is about. */
export type Known = Pick<CustomerRecord, 'userData'> & {
  userSubscriptionHistory: Pick<CustomerRecord['userSubscriptionHistory'], 'active_subscription'>
}

/** What the edit form starts from: the customer as a save says it. What is missing is empty. */
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
