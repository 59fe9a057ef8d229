/** Fields of a person in `before` and `after` of an audit line, as features name them. */
export const PERSONAL_KEYS =
  'name firstName lastName first_name last_name full_name email mobile phone phone_number dateOfBirth birthDate birth_date gender profileImage rosettaCardNumber cardNumber card_number guardian guardianName guardian_name paymentCard recipient customer_note'.split(
    ' ',
  )
