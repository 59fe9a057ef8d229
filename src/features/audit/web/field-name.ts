const SPELT: Record<string, string> = {
  subscripitionName: 'Subscription name',
  lastest_subscription: 'Latest subscription',
}

/** A field's name for people: `default_cinema_id` is Default cinema, `dateOfBirth` Date of birth. */
export function fieldName(field: string): string {
  if (SPELT[field]) return SPELT[field]
  const words = field
    .replace(/_?[iI]d$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase()
  return words ? words[0]!.toUpperCase() + words.slice(1) : field
}
