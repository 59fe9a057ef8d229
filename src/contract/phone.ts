/**
 * The one module of phone numbers as people read them. They are stored as E.164; a Nigerian mobile number is shown in
 * local form (decisions: Deviations).
 */
const NIGERIAN = /^\+234(\d{3})(\d{3})(\d{4})$/

/** Numbers end alike in local form, with the country's code, and with 00 before that. */
export const OWN_DIGITS = 9

/** '+2348031234567' as '0803 123 4567'; any other as it is. */
export const showPhone = (phone: string): string => phone.replace(NIGERIAN, '0$1 $2 $3')
