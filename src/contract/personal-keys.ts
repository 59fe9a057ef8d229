/** Names of personal fields in `before` and `after` of audit log entries. */
export const PERSONAL_KEYS = [
  'name firstName lastName first_name last_name full_name email mobile phone phone_number',
  'dateOfBirth birthDate birth_date gender profileImage rosettaCardNumber cardNumber card_number',
  'guardian guardianName guardian_name paymentCard recipient customer_note',
].flatMap((names) => names.split(' '))
